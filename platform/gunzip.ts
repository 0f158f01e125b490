import type { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';

/** Reads a stream of bytes, and counts the bytes read. */
export class CountedSource {
  readonly #source: Readable;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #onChunk: (chunk: Buffer) => void;
  #head: Buffer | undefined;
  bytes = 0;
  /** Number of bytes read so far, up to and including the last byte that is not zero. */
  bytesBeforeZeros = 0;

  /** @param onChunk called with each chunk when it is counted */
  constructor(source: Readable, onChunk: (chunk: Buffer) => void = () => {}) {
    this.#source = source;
    this.#chunks = source[Symbol.asyncIterator]();
    this.#onChunk = onChunk;
  }

  /**
   * Reads the first two bytes, even if they arrive in several chunks, and returns whether they are those of gzip.
   * {@link next} returns them again.
   */
  async isGzip(): Promise<boolean> {
    let head = Buffer.alloc(0);
    while (head.length < 2) {
      const chunk = await this.#chunks.next();
      if (chunk.done === true) break;
      head = Buffer.concat([head, chunk.value]);
    }
    this.#head = head;
    return head[0] === 0x1f && head[1] === 0x8b;
  }

  /** Returns the next chunk; undefined at the end of the stream. */
  async next(): Promise<Buffer | undefined> {
    const chunk = this.#head ?? (await this.#chunks.next()).value;
    this.#head = undefined;
    if (chunk === undefined) return undefined;
    const lastNonZero = chunk.findLastIndex((byte: number) => byte !== 0);
    if (lastNonZero !== -1) this.bytesBeforeZeros = this.bytes + lastNonZero + 1;
    this.bytes += chunk.length;
    this.#onChunk(chunk);
    return chunk;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#source.destroy();
  }
}

/**
 * Decompresses gzip content, and reads its source to the end. Further gzip members may follow, or zeros, with which
 * some programs pad the last block.
 * @throws {Error} with a code for invalid content: `Z_BUF_ERROR` if it is truncated, `Z_TRAILING_DATA` if other data
 * than zeros follows the zeros after its end, otherwise `Z_DATA_ERROR`
 */
export async function* unzip(source: CountedSource): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  // The iteration below throws the error, even if it occurs before the first read.
  gunzip.on('error', () => {});
  feed(gunzip, source).catch((error: unknown) => gunzip.destroy(error as Error)); // Streams reject only with errors.
  try {
    yield* gunzip;
    // The decompressor ignores everything after zeros.
    do {
      if (source.bytesBeforeZeros > gunzip.bytesWritten) throw trailingDataError();
    } while ((await source.next()) !== undefined);
  } finally {
    gunzip.destroy();
    source.close();
  }
}

/** Writes the source to the decompressor, up to and including the chunk in which the compressed data ends. */
async function feed(gunzip: Gunzip, source: CountedSource): Promise<void> {
  for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) {
    await new Promise((done) => gunzip.write(chunk, done));
    if (gunzip.destroyed || gunzip.bytesWritten < source.bytes) return;
  }
  gunzip.end();
}

function trailingDataError(): Error {
  return Object.assign(new Error('unexpected data follows the compressed data'), { code: 'Z_TRAILING_DATA' });
}
