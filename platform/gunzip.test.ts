import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CountedSource, unzip } from './gunzip.js';

const text = 'a line\n'.repeat(100_000);
const compressed = gzipSync(text);
const zeros = Buffer.alloc(300_000);

/** Reads gzip or plain content, and verifies that each of its bytes is reported and counted once, in order. */
async function read(chunks: readonly Buffer[]): Promise<string> {
  const reported: Buffer[] = [];
  const source = new CountedSource(Readable.from(chunks, { objectMode: false }), (chunk) => reported.push(chunk));
  const content = (await source.isGzip()) ? unzip(source) : source.chunks();
  const all = (await buffer(content)).toString();
  expect(Buffer.concat(reported).equals(Buffer.concat(chunks))).toBe(true);
  expect(source.bytes).toBe(Buffer.concat(chunks).length);
  return all;
}

function split(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe('gzip content', () => {
  test.each([1, 2, 100, 1 << 20])('is recognized in chunks of %i bytes', async (size) => {
    expect(await read(split(compressed, size))).toBe(text);
  });

  test.each([
    ['zeros', [compressed, zeros], text],
    ['another member', [compressed, compressed], text + text],
    ['another member and zeros', [compressed, compressed, zeros], text + text],
  ])('can be followed by %s, in one chunk or several', async (_, parts, expected) => {
    expect(await read([Buffer.concat(parts)])).toBe(expected);
    expect(await read(parts)).toBe(expected);
    expect(await read(split(Buffer.concat(parts), 1000))).toBe(expected);
  });

  test.each([
    ['plain lines', [compressed, Buffer.from('a line\n')], 'Z_DATA_ERROR'],
    ['zeros and plain lines', [compressed, zeros, Buffer.from('a line\n')], 'Z_TRAILING_DATA'],
    ['zeros and another member', [compressed, zeros, compressed], 'Z_TRAILING_DATA'],
    ['a truncated member', [compressed, compressed.subarray(0, 50)], 'Z_BUF_ERROR'],
  ])('must not be followed by %s, in one chunk or several', async (_, parts, code) => {
    for (const chunks of [[Buffer.concat(parts)], parts, split(Buffer.concat(parts), 1000)]) {
      await expect(read(chunks)).rejects.toMatchObject({ code });
    }
  });
});

test.each(['', 'a', 'ab\n'])('the plain content %j is read byte by byte', async (content) => {
  expect(await read(split(Buffer.from(content), 1))).toBe(content);
});
