import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isConsistent, leafHash, type MerkleTree, nodeHash } from '../../../platform/merkle-tree.js';
import {
  appended,
  consistencyPath,
  emptyRoot,
  inclusionPath,
  nodeKey,
  rangeHashes,
  rootHash,
  type TreeNode,
} from './rules.js';

/** RFC 6962, section 2.1, as it is written: recursive, without stored nodes. */
function treeHash(leaves: readonly string[]): string {
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  function hashOf(some: readonly string[]): Buffer {
    if (some.length === 0) return sha256();
    if (some.length === 1) return sha256(Buffer.of(0), Buffer.from(some[0] ?? ''));
    let split = 1;
    while (split * 2 < some.length) split *= 2;
    return sha256(Buffer.of(1), hashOf(some.slice(0, split)), hashOf(some.slice(split)));
  }
  return hashOf(leaves).toString('hex');
}

/** RFC 9162, section 2.1.3.2. */
function includes(leaf: Buffer, position: number, size: number, path: readonly Buffer[], root: string): boolean {
  let [fn, sn, hash] = [position, size - 1, leaf];
  for (const next of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(next, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else hash = nodeHash(hash, next);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 && hash.toString('hex') === root;
}

const entries = Array.from({ length: 40 }, (_, number) => `entry ${number}`);

/** The stored nodes after appending all entries in batches of this size. */
function nodesOf(batch: number): (node: TreeNode) => Buffer {
  const stored = new Map<string, Buffer>();
  const hashes = (node: TreeNode): Buffer => {
    const hash = stored.get(nodeKey(node));
    if (hash === undefined) throw new Error(`${nodeKey(node)} is not stored`);
    return hash;
  };
  for (let size = 0; size < entries.length; size += batch) {
    const leaves = entries.slice(size, size + batch).map(leafHash);
    for (const node of appended(size, leaves, hashes)) stored.set(nodeKey(node), node.hash);
  }
  return hashes;
}

const hashes = nodesOf(7);
const roots = Array.from({ length: entries.length + 1 }, (_, size) => treeHash(entries.slice(0, size)));

test('the root of no leaves is the hash of nothing', () => {
  expect(emptyRoot.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

describe.each([1, 7, 32, 40])('a tree that is appended to in batches of %d', (batch) => {
  test('has the root of the definition at each size', () => {
    const own = nodesOf(batch);
    expect(roots.map((_, size) => rootHash(size, own).toString('hex'))).toEqual(roots);
  });
});

test('each leaf of each size has a proof of inclusion, which holds for it only', () => {
  for (let size = 1; size <= entries.length; size++) {
    for (let position = 0; position < size; position++) {
      const path = rangeHashes(inclusionPath(position, size), hashes);
      const leaf = leafHash(entries[position] ?? '');
      expect(includes(leaf, position, size, path, roots[size] ?? '')).toBe(true);
      expect(includes(leafHash('another'), position, size, path, roots[size] ?? '')).toBe(false);
    }
  }
});

function head(size: number, root = ''): MerkleTree {
  return { size, rootHash: Buffer.from(root, 'hex') };
}

test('each pair of sizes has a proof of consistency, which another history does not have', () => {
  for (let size = 1; size <= entries.length; size++) {
    for (let first = 1; first <= size; first++) {
      const proof = rangeHashes(consistencyPath(first, size), hashes);
      const later = head(size, roots[size]);
      expect(isConsistent(head(first, roots[first]), later, proof)).toBe(true);
      expect(isConsistent(head(first, roots[first]), later, [...proof, Buffer.alloc(32)])).toBe(false);
      const rewound = treeHash([...entries.slice(0, first - 1), 'another']);
      expect(isConsistent(head(first, rewound), later, proof)).toBe(false);
    }
  }
});
