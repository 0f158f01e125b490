import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isConsistent, leafHash, type MerkleTree, nodeHash } from '../../../platform/merkle-tree.js';
import {
  appendNodes,
  consistencyPath,
  emptyRoot,
  inclusionPath,
  nodeKey,
  rangeHashes,
  rootHash,
  type TreeNode,
} from './rules.js';

/** The root hash by the definition in RFC 6962, section 2.1: recursive, without stored nodes. */
function treeHash(leaves: readonly string[]): string {
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  function hashOf(part: readonly string[]): Buffer {
    if (part.length === 0) return sha256();
    if (part.length === 1) return sha256(Buffer.of(0), Buffer.from(part[0] ?? ''));
    let split = 1;
    while (split * 2 < part.length) split *= 2;
    return sha256(Buffer.of(1), hashOf(part.slice(0, split)), hashOf(part.slice(split)));
  }
  return hashOf(leaves).toString('hex');
}

/** Verifies an inclusion proof (RFC 9162, section 2.1.3.2). */
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

/** The stored nodes after appending all leaves in batches of this size. */
function nodesOf(batch: number, texts: readonly string[] = entries): (node: TreeNode) => Buffer {
  const stored = new Map<string, Buffer>();
  const hashes = (node: TreeNode): Buffer => {
    const hash = stored.get(nodeKey(node));
    if (hash === undefined) throw new Error(`${nodeKey(node)} is not stored`);
    return hash;
  };
  for (let size = 0; size < texts.length; size += batch) {
    const leaves = texts.slice(size, size + batch).map(leafHash);
    for (const node of appendNodes(size, leaves, hashes)) stored.set(nodeKey(node), node.hash);
  }
  return hashes;
}

const hashes = nodesOf(7);
const roots = Array.from({ length: entries.length + 1 }, (_, size) => treeHash(entries.slice(0, size)));

test('the root of an empty tree is the hash of an empty string', () => {
  expect(emptyRoot.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

describe.each([1, 7, 32, 40])('a tree that is appended to in batches of %d', (batch) => {
  test('has the root hash by the definition at each size', () => {
    const batchNodes = nodesOf(batch);
    expect(roots.map((_, size) => rootHash(size, batchNodes).toString('hex'))).toEqual(roots);
  });
});

test('each leaf of a tree of each size has an inclusion proof, which is valid only for this leaf', () => {
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

test('each pair of sizes has a consistency proof, which is invalid for another history', () => {
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

describe('the published test vectors of transparency-dev/merkle', () => {
  const leaves = ['', '\x00', '\x10', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno'];
  const published = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  const secondLeaf = '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7';
  const thirdAndFourth = '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e';
  const lastFour = '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4';
  const fifthLeaf = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b';
  const fifthAndSixth = '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a';
  const lastTwo = 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0';
  const seventhLeaf = 'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f';
  const [first = '', firstTwo = '', , firstFour = ''] = published;

  const tree = nodesOf(3, leaves);
  const hex = (ranges: Parameters<typeof rangeHashes>[0]) =>
    rangeHashes(ranges, tree).map((hash) => hash.toString('hex'));

  test('match the computed roots', () => {
    expect(published.map((_, index) => rootHash(index + 1, tree).toString('hex'))).toEqual(published);
  });

  test.each([
    [1, 8, [secondLeaf, thirdAndFourth, lastFour]],
    [6, 8, [fifthLeaf, lastTwo, firstFour]],
    [3, 3, [firstTwo]],
    [2, 5, [first, thirdAndFourth, fifthLeaf]],
  ])('match the computed inclusion proof for leaf %d of %d', (number, size, proof) => {
    expect(hex(inclusionPath(number - 1, size))).toEqual(proof);
  });

  test.each([
    [1, 8, [secondLeaf, thirdAndFourth, lastFour]],
    [6, 8, [fifthAndSixth, lastTwo, firstFour]],
    [2, 5, [thirdAndFourth, fifthLeaf]],
    [6, 7, [fifthAndSixth, seventhLeaf, firstFour]],
  ])('match the computed consistency proof between the sizes %d and %d', (number, size, proof) => {
    expect(hex(consistencyPath(number, size))).toEqual(proof);
  });
});
