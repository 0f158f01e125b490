import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openInput } from './open-input.js';

const text = 'a line\n'.repeat(100_000);
const compressed = gzipSync(text);

async function read(chunks: readonly Buffer[], options?: { mustBeGzip: boolean }): Promise<string> {
  const { content, bytesRead } = await openInput(Readable.from(chunks, { objectMode: false }), options);
  const all = (await buffer(content)).toString();
  expect(bytesRead()).toBe(Buffer.concat(chunks).length);
  return all;
}

function split(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe('openInput', () => {
  test('reads gzip and plain content', async () => {
    expect(await read(split(compressed, 100), { mustBeGzip: true })).toBe(text);
    expect(await read([Buffer.from(text)])).toBe(text);
  });

  test.each([
    ['plain lines after its end', [compressed, Buffer.from('a line\n')]],
    ['plain lines after zeros', [compressed, Buffer.alloc(1000), Buffer.from('a line\n')]],
    ['a truncated member', [compressed, compressed.subarray(0, 50)]],
  ])('rejects gzip content with %s', async (_, parts) => {
    const invalid = { code: 'BAD_USER_INPUT', message: expect.stringMatching(/^The gzip content is invalid: /) };
    await expect(read(parts)).rejects.toMatchObject(invalid);
  });

  test.each([
    ['plain', Buffer.from('a line')],
    ['gzip', compressed.subarray(0, 100)],
  ])('ends the read of an idle source when %s content is destroyed', async (_, start) => {
    const source = new PassThrough();
    source.write(start);
    const { content } = await openInput(source);
    const all = buffer(content);
    await new Promise((resolve) => setImmediate(resolve));
    content.destroy(new Error('the import failed'));
    await expect(all).rejects.toThrow('the import failed');
    expect(source.destroyed).toBe(true);
  });

  test('fails with the error of its source', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield compressed.subarray(0, 100);
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
