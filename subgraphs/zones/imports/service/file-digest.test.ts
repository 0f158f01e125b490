import { expect, test } from 'vitest';
import { FileDigest } from './file-digest.js';

const file = Buffer.from('a.com. NS b.\n'.repeat(100_000));

function digestOf(pieces: readonly Buffer[], other?: Buffer): Buffer {
  const digest = new FileDigest(other);
  for (const piece of pieces) digest.update(piece);
  return digest.digest();
}

test('the digest of a file does not depend on the chunk size', () => {
  const completeDigest = digestOf([file]);
  expect(
    digestOf([file.subarray(0, 7), file.subarray(7, 1_000_003), file.subarray(1_000_003)], completeDigest),
  ).toEqual(completeDigest);
});

test('the digest depends on each bit, on the order of bytes and on the length', () => {
  const completeDigest = digestOf([file]);
  const changed = Buffer.from(file);
  changed[500_000] = (changed[500_000] ?? 0) ^ 1;
  expect(digestOf([changed], completeDigest)).not.toEqual(completeDigest);
  expect(digestOf([file.subarray(5), file.subarray(0, 5)], completeDigest)).not.toEqual(completeDigest);
  expect(digestOf([file, Buffer.alloc(1)], completeDigest)).not.toEqual(completeDigest);
});

test('a digest in the format of an earlier version matches no file', () => {
  for (const other of [Buffer.alloc(0), Buffer.alloc(32, 7)]) expect(digestOf([file], other)).not.toEqual(other);
});
