import { hash } from 'node:crypto';

/** A Merkle tree of a log, as described by a tree head. */
export interface MerkleTree {
  /** Number of leaves of the tree. */
  readonly size: number;
  readonly rootHash: Uint8Array;
}

/** Hash of a leaf (RFC 6962, section 2.1). */
export function leafHash(entry: string): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(0), Buffer.from(entry)]), 'buffer');
}

/** Hash of an inner node (RFC 6962, section 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer');
}

/** Whether a proof shows that one tree extends another one (RFC 9162, section 2.1.4.2). */
export function isConsistent(first: MerkleTree, second: MerkleTree, proof: readonly Uint8Array[]): boolean {
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && isSame(first.rootHash, second.rootHash);
  if (first.size === 0) return proof.length === 0;
  const isComplete = Number.isInteger(Math.log2(first.size));
  const [start, ...path] = isComplete ? [first.rootHash, ...proof] : proof;
  if (start === undefined) return false;
  let [node, last] = [BigInt(first.size) - 1n, BigInt(second.size) - 1n];
  while (isOdd(node)) [node, last] = [node >> 1n, last >> 1n];
  let [before, after] = [start, start];
  for (const sibling of path) {
    if (last === 0n) return false;
    if (isOdd(node) || node === last) {
      before = nodeHash(sibling, before);
      after = nodeHash(sibling, after);
      while (!isOdd(node) && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else {
      after = nodeHash(after, sibling);
    }
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && isSame(before, first.rootHash) && isSame(after, second.rootHash);
}

function isOdd(value: bigint): boolean {
  return (value & 1n) === 1n;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
