import { once } from 'node:events';
import { createGzip } from 'node:zlib';

/** Writes the next part of an export; resolves when the part has been written. */
export type WritePart = (part: string | Uint8Array) => Promise<void>;

/**
 * Compresses what `run` writes. Each part is compressed after the compressed bytes of the previous part were written.
 */
export async function compressParts(write: WritePart, run: (write: WritePart) => Promise<void>): Promise<void> {
  const stream = createGzip();
  let parts: Uint8Array[] = [];
  async function flush(): Promise<void> {
    const bytes = Buffer.concat(parts);
    parts = [];
    if (bytes.length > 0) await write(bytes);
  }
  stream.on('data', (bytes: Uint8Array) => parts.push(bytes));
  try {
    await run(async (part) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      stream.write(part, (error) => (error ? reject(error) : resolve()));
      await promise;
      await flush();
    });
    const ended = once(stream, 'end');
    stream.end();
    await ended;
    await flush();
  } finally {
    stream.destroy();
  }
}
