import { hash } from 'node:crypto';

interface Tree {
  readonly size: number;
  readonly rootHash: Uint8Array;
}

/** Whether a proof shows that a tree has grown from another one (RFC 9162, section 2.1.4.2). */
export function isConsistent(first: Tree, second: Tree, proof: readonly Uint8Array[]): boolean {
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
      before = parentOf(sibling, before);
      after = parentOf(sibling, after);
      while (!isOdd(node) && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else {
      after = parentOf(after, sibling);
    }
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && isSame(before, first.rootHash) && isSame(after, second.rootHash);
}

function isOdd(value: bigint): boolean {
  return (value & 1n) === 1n;
}

function parentOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash('sha256', Buffer.concat([Buffer.from([1]), left, right]), 'buffer');
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
