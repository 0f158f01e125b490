import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openInput } from './open-input.js';

const text = 'a line\n'.repeat(100_000);
const packed = gzipSync(text);
const zeros = Buffer.alloc(300_000);

async function read(chunks: readonly Buffer[], options?: { mustBeGzip: boolean }): Promise<string> {
  const { content, bytesRead } = await openInput(Readable.from(chunks, { objectMode: false }), options);
  const all = (await buffer(content)).toString();
  expect(bytesRead()).toBe(Buffer.concat(chunks).length);
  return all;
}

function split(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
}

describe('input of an import', () => {
  test.each([1, 2, 100, 1 << 20])('recognizes gzip in chunks of %i bytes', async (size) => {
    expect(await read(split(packed, size), { mustBeGzip: true })).toBe(text);
  });

  test.each(['', 'a', 'ab\n'])('reads the plain content %j byte by byte', async (content) => {
    expect(await read(split(Buffer.from(content), 1))).toBe(content);
  });

  test.each([
    ['zeros', [packed, zeros], text],
    ['another member', [packed, packed], text + text],
    ['another member and zeros', [packed, packed, zeros], text + text],
  ])('accepts %s after the content, in one chunk or several', async (_, parts, expected) => {
    expect(await read([Buffer.concat(parts)])).toBe(expected);
    expect(await read(parts)).toBe(expected);
    expect(await read(split(Buffer.concat(parts), 1000))).toBe(expected);
  });

  test.each([
    ['plain lines', [packed, Buffer.from('a line\n')]],
    ['zeros and plain lines', [packed, zeros, Buffer.from('a line\n')]],
    ['zeros and another member', [packed, zeros, packed]],
    ['a truncated member', [packed, packed.subarray(0, 50)]],
  ])('rejects %s after the content, in one chunk or several', async (_, parts) => {
    const invalid = { code: 'BAD_USER_INPUT', message: expect.stringMatching(/^The gzip content is invalid: /) };
    await expect(read([Buffer.concat(parts)])).rejects.toMatchObject(invalid);
    await expect(read(parts)).rejects.toMatchObject(invalid);
    await expect(read(split(Buffer.concat(parts), 1000))).rejects.toMatchObject(invalid);
  });

  test('ends with the error of its source', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield packed.subarray(0, 100);
      throw new Error('disconnected');
    }
    const { content } = await openInput(Readable.from(failing()));
    await expect(buffer(content)).rejects.toThrow('disconnected');
  });

  test('closes its source when the reader stops early', async () => {
    const source = Readable.from(split(gzipSync(Buffer.alloc(10_000_000, '\n')), 100));
    const { content } = await openInput(source);
    for await (const _ of content) break;
    await expect.poll(() => source.destroyed).toBe(true);
  });
});
