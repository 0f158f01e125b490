import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StoredFile } from './content-files.js';
import { VerifiedContents } from './verified-contents.js';

const bytes = Buffer.from('the bytes of a document');
const range = { start: 1, end: 1 };

/** Stored content whose files wait for `release` before a whole file is read, and count how often it is. */
function contentOf(suffix = '') {
  const stored = Buffer.concat([bytes, Buffer.from(suffix)]);
  const content = { sha256: createHash('sha256').update(stored).digest('hex'), size: stored.length };
  const { promise, resolve } = Promise.withResolvers<void>();
  const counts = { reads: 0, open: 0 };
  const open = (): StoredFile => {
    let users = 1;
    counts.open++;
    return {
      size: stored.length,
      read: () => Promise.reject(new Error('not supported')),
      async *stream({ start, end }) {
        if (end - start + 1 === stored.length) {
          counts.reads++;
          await promise;
        }
        if (users === 0) throw new Error('the file is closed');
        yield stored.subarray(start, end + 1);
      },
      state: async () => 'unchanged',
      retain: () => void users++,
      async close() {
        if (--users === 0) counts.open--;
      },
    };
  };
  return { content, counts, open, release: resolve };
}

/** Reads a range as the content store does. */
async function readRange(
  verified: VerifiedContents,
  { content, open }: ReturnType<typeof contentOf>,
  { signal } = new AbortController(),
) {
  const file = open();
  const parts: Buffer[] = [];
  try {
    for await (const part of verified.read(file, { content, range, signal })) parts.push(part);
  } finally {
    await file.close();
  }
  return Buffer.concat(parts).toString();
}

test('a file is verified once for all concurrent and later readers of ranges', async () => {
  const verified = new VerifiedContents();
  const stored = contentOf();
  const readers = Array.from({ length: 20 }, () => readRange(verified, stored));
  stored.release();
  expect(await Promise.all(readers)).toEqual(Array(20).fill('h'));
  expect(await readRange(verified, stored)).toBe('h');
  expect(stored.counts).toEqual({ reads: 1, open: 0 });
});

test('a reader that leaves stops waiting at once, and the verification continues for later readers', async () => {
  const verified = new VerifiedContents();
  const stored = contentOf();
  const reader = new AbortController();
  const leaving = readRange(verified, stored, reader);
  while (stored.counts.reads === 0) await setImmediate();
  reader.abort(new Error('the client has left'));
  await expect(leaving).rejects.toThrow('the client has left');
  const later = readRange(verified, stored);
  stored.release();
  expect(await later).toBe('h');
  expect(stored.counts).toEqual({ reads: 1, open: 0 });
});

test('at most four files are verified concurrently, and none whose readers have left before', async () => {
  const verified = new VerifiedContents();
  const [abandoned, ...others] = Array.from({ length: 6 }, (_, index) => contentOf(String(index)));
  if (abandoned === undefined) throw new Error('there is no content');
  const readers = others.slice(0, 4).map((stored) => readRange(verified, stored));
  const readsOf = () => others.map(({ counts }) => counts.reads);
  while (readsOf().filter(Boolean).length < 4) await setImmediate();
  const client = new AbortController();
  const leaving = readRange(verified, abandoned, client);
  readers.push(...others.slice(4).map((stored) => readRange(verified, stored)));
  await setImmediate();
  client.abort(new Error('the client has left'));
  await expect(leaving).rejects.toThrow('the client has left');
  expect(readsOf()).toEqual([1, 1, 1, 1, 0]);
  for (const stored of [abandoned, ...others]) stored.release();
  expect(await Promise.all(readers)).toEqual(Array(5).fill('h'));
  expect([...readsOf(), abandoned.counts.reads]).toEqual([1, 1, 1, 1, 1, 0]);
});
