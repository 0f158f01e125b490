import { createHash } from 'node:crypto';
import { dayMs } from '../../../platform/durations.js';
import { leafHash, nodeHash } from '../../../platform/merkle-tree.js';

/** A perfect subtree: `2^level` leaves, starting with `index * 2^level`. */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
}

/** The leaves from `start`, inclusive, to `end`, exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Looks up the hash of a perfect subtree. */
export type NodeHashes = (node: TreeNode) => Buffer;

/** The root of a tree without leaves. */
export const emptyRoot: Buffer = createHash('sha256').digest();

/** A day from the Unix epoch as a time in ISO 8601, at its start in UTC. */
export function dateOfDay(day: number): string {
  return new Date(day * dayMs).toISOString();
}

/** The day from the Unix epoch with this date, YYYY-MM-DD; undefined if there is none. */
export function dayOfDate(date: string): number | undefined {
  const day = Date.parse(`${date}T00:00:00Z`) / dayMs;
  return Number.isInteger(day) && dateOfDay(day).startsWith(date) ? day : undefined;
}

/** The key of a node in a map of hashes. */
export function nodeKey({ level, index }: TreeNode): string {
  return `${level}/${index}`;
}

/**
 * The perfect subtrees that appending leaves completes.
 * @param size number of leaves before
 * @param hashes looks up the perfect subtrees that make up the tree before
 * @returns the nodes with their hashes, leaves included, each after its children
 */
export function appendNodes(
  size: number,
  leaves: readonly Buffer[],
  hashes: NodeHashes,
): (TreeNode & { readonly hash: Buffer })[] {
  const nodes: (TreeNode & { readonly hash: Buffer })[] = [];
  const added = new Map<string, Buffer>();
  const hashOf = (node: TreeNode): Buffer => added.get(nodeKey(node)) ?? hashes(node);
  function add(node: TreeNode, hash: Buffer): void {
    added.set(nodeKey(node), hash);
    nodes.push({ ...node, hash });
  }
  for (const [offset, leaf] of leaves.entries()) {
    let node: TreeNode = { level: 0, index: size + offset };
    add(node, leaf);
    while (node.index % 2 === 1) {
      const hash = nodeHash(hashOf({ level: node.level, index: node.index - 1 }), hashOf(node));
      node = { level: node.level + 1, index: (node.index - 1) / 2 };
      add(node, hash);
    }
  }
  return nodes;
}

/** The perfect subtrees that make up a tree of this size, from the left. */
export function peaks(size: number): TreeNode[] {
  return subtrees({ start: 0, end: size });
}

/** The root of a tree of this size. */
export function rootHash(size: number, hashes: NodeHashes): Buffer {
  return rangeHash({ start: 0, end: size }, hashes);
}

/**
 * The ranges whose hashes prove that a leaf is in a tree, from the leaf to the root: RFC 6962, section 2.1.1.
 */
export function inclusionPath(position: number, size: number): Range[] {
  const path: Range[] = [];
  let range: Range = { start: 0, end: size };
  while (range.end - range.start > 1) {
    const [left, right] = halvesOf(range);
    path.unshift(position < right.start ? right : left);
    range = position < right.start ? left : right;
  }
  return path;
}

/**
 * The ranges whose hashes prove that a tree of `size` leaves begins with one of `first` leaves: RFC 6962, section
 * 2.1.2.
 */
export function consistencyPath(first: number, size: number): Range[] {
  const path: Range[] = [];
  let range: Range = { start: 0, end: size };
  // Whether the tree of `first` leaves is a subtree, whose hash the verifier knows.
  let isWhole = true;
  while (first !== range.end) {
    const [left, right] = halvesOf(range);
    if (first <= left.end) {
      path.unshift(right);
      range = left;
    } else {
      path.unshift(left);
      range = right;
      isWhole = false;
    }
  }
  return isWhole ? path : [range, ...path];
}

/** The perfect subtrees whose hashes are needed for these ranges. */
export function subtreesOfRanges(ranges: readonly Range[]): TreeNode[] {
  return ranges.flatMap(subtrees);
}

/** The hashes of these ranges. */
export function rangeHashes(ranges: readonly Range[], hashes: NodeHashes): Buffer[] {
  return ranges.map((range) => rangeHash(range, hashes));
}

/** Computes the root of a Merkle tree from its leaves, such as the entries of an exported log, without stored nodes. */
export class UsageTree {
  #size = 0;
  #nodes = new Map<string, Buffer>();

  get size(): number {
    return this.#size;
  }

  append(entries: readonly string[]): void {
    for (const { hash, ...node } of appendNodes(this.#size, entries.map(leafHash), hashesOf(this.#nodes))) {
      this.#nodes.set(nodeKey(node), hash);
    }
    this.#size += entries.length;
    const hashes = hashesOf(this.#nodes);
    this.#nodes = new Map(peaks(this.#size).map((node) => [nodeKey(node), hashes(node)]));
  }

  /** The root in hexadecimal. */
  root(): string {
    return rootHash(this.#size, hashesOf(this.#nodes)).toString('hex');
  }
}

/** Looks up hashes by the key of their node; the lookup throws if a node is missing. */
export function hashesOf(hashes: ReadonlyMap<string, Buffer>): NodeHashes {
  return (node) => {
    const hash = hashes.get(nodeKey(node));
    if (hash === undefined) throw new Error(`node ${nodeKey(node)} of the usage log is missing`);
    return hash;
  };
}

/** RFC 6962, section 2.1: the hash of the tree of these leaves. Ranges start at a multiple of a power of two. */
function rangeHash(range: Range, hashes: NodeHashes): Buffer {
  const all = subtrees(range).map(hashes);
  const last = all.pop();
  if (last === undefined) return emptyRoot;
  return all.reduceRight((right, left) => nodeHash(left, right), last);
}

/** The largest perfect subtrees of a range that starts at a multiple of its largest power of two. */
function subtrees({ start, end }: Range): TreeNode[] {
  const found: TreeNode[] = [];
  for (let at = start; at < end; ) {
    const length = 2 ** Math.floor(Math.log2(end - at));
    found.push({ level: Math.log2(length), index: at / length });
    at += length;
  }
  return found;
}

/** The two parts of a range of several leaves. The left one is the largest perfect subtree that is smaller. */
function halvesOf({ start, end }: Range): [Range, Range] {
  const middle = start + 2 ** Math.floor(Math.log2(end - start - 1));
  return [
    { start, end: middle },
    { start: middle, end },
  ];
}
