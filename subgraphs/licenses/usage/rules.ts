import { createHash } from 'node:crypto';
import { dayMs } from '../../../platform/durations.js';
import { leafHash, nodeHash } from '../../../platform/merkle-tree.js';

/**
 * A perfect subtree of a Merkle tree. It has `2^level` leaves, the first of which has the position `index * 2^level`.
 */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
}

/** A range of leaves from `start` (inclusive) to `end` (exclusive). */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Looks up the hash of a perfect subtree of a Merkle tree. */
export type NodeHashLookup = (node: TreeNode) => Buffer;

/** The root hash of a tree without leaves. */
export const emptyRoot: Buffer = createHash('sha256').digest();

/** Formats a day, counted from the Unix epoch, as the ISO 8601 time of its start in UTC. */
export function isoStartOfDay(day: number): string {
  return new Date(day * dayMs).toISOString();
}

/** Converts a date (YYYY-MM-DD) to a day counted from the Unix epoch; undefined for an invalid date. */
export function dayOfDate(date: string): number | undefined {
  const day = Date.parse(`${date}T00:00:00Z`) / dayMs;
  return Number.isInteger(day) && isoStartOfDay(day) === `${date}T00:00:00.000Z` ? day : undefined;
}

/** The key of a subtree in a map of hashes. */
export function nodeKey({ level, index }: TreeNode): string {
  return `${level}/${index}`;
}

/**
 * Computes the perfect subtrees that are completed by appending leaves.
 * @param size number of leaves before the append
 * @param hashes looks up the perfect subtrees that the tree consists of before the append
 * @returns the subtrees with their hashes, including the leaves, each after its children
 */
export function appendNodes(
  size: number,
  leaves: readonly Buffer[],
  hashes: NodeHashLookup,
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

/** The perfect subtrees that a tree of this size consists of, from left to right. */
export function peaks(size: number): TreeNode[] {
  return subtrees({ start: 0, end: size });
}

/** The root hash of a tree of this size. */
export function rootHash(size: number, hashes: NodeHashLookup): Buffer {
  return rangeHash({ start: 0, end: size }, hashes);
}

/**
 * The ranges whose hashes prove that a leaf is in a tree of `size` leaves, from the leaf to the root (RFC 6962, section
 * 2.1.1).
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
 * The ranges whose hashes prove that a tree of `size` leaves begins with a tree of `first` leaves (RFC 6962, section
 * 2.1.2).
 */
export function consistencyPath(first: number, size: number): Range[] {
  const path: Range[] = [];
  let range: Range = { start: 0, end: size };
  // Whether the tree of `first` leaves is a subtree, whose hash the verifier knows.
  let isSubtree = true;
  while (first !== range.end) {
    const [left, right] = halvesOf(range);
    if (first <= left.end) {
      path.unshift(right);
      range = left;
    } else {
      path.unshift(left);
      range = right;
      isSubtree = false;
    }
  }
  return isSubtree ? path : [range, ...path];
}

/** The perfect subtrees whose hashes determine the hashes of these ranges. */
export function subtreesOfRanges(ranges: readonly Range[]): TreeNode[] {
  return ranges.flatMap(subtrees);
}

/** The hashes of these ranges of leaves. */
export function rangeHashes(ranges: readonly Range[], hashes: NodeHashLookup): Buffer[] {
  return ranges.map((range) => rangeHash(range, hashes));
}

/** Computes the root hash of a Merkle tree from its leaves alone, such as the entries of an exported log. */
export class UsageTree {
  #size = 0;
  #nodes = new Map<string, Buffer>();

  get size(): number {
    return this.#size;
  }

  append(entries: readonly string[]): void {
    for (const { hash, ...node } of appendNodes(this.#size, entries.map(leafHash), hashLookup(this.#nodes))) {
      this.#nodes.set(nodeKey(node), hash);
    }
    this.#size += entries.length;
    const hashes = hashLookup(this.#nodes);
    this.#nodes = new Map(peaks(this.#size).map((node) => [nodeKey(node), hashes(node)]));
  }

  /** Returns the root hash in hexadecimal. */
  root(): string {
    return rootHash(this.#size, hashLookup(this.#nodes)).toString('hex');
  }
}

/** Creates a lookup of hashes by subtree. The lookup throws if a subtree is missing. */
export function hashLookup(hashes: ReadonlyMap<string, Buffer>): NodeHashLookup {
  return (node) => {
    const hash = hashes.get(nodeKey(node));
    if (hash === undefined) throw new Error(`node ${nodeKey(node)} of the usage log is missing`);
    return hash;
  };
}

/**
 * The hash of the tree with the leaves of a range (RFC 6962, section 2.1). Ranges start at a multiple of a power of
 * two.
 */
function rangeHash(range: Range, hashes: NodeHashLookup): Buffer {
  const all = subtrees(range).map(hashes);
  const last = all.pop();
  if (last === undefined) return emptyRoot;
  return all.reduceRight((right, left) => nodeHash(left, right), last);
}

/**
 * Splits a range into the largest possible perfect subtrees. The range must start at a multiple of the size of its
 * largest perfect subtree.
 */
function subtrees({ start, end }: Range): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at = start; at < end; ) {
    const length = 2 ** Math.floor(Math.log2(end - at));
    nodes.push({ level: Math.log2(length), index: at / length });
    at += length;
  }
  return nodes;
}

/**
 * Splits a range of several leaves into two parts. The left part is the largest perfect subtree that is smaller than
 * the range.
 */
function halvesOf({ start, end }: Range): [Range, Range] {
  const middle = start + 2 ** Math.floor(Math.log2(end - start - 1));
  return [
    { start, end: middle },
    { start: middle, end },
  ];
}
