import { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { onDestruction } from '../../../../platform/abortable-stream.js';
import { DomainError } from '../../../../platform/domain-error.js';

/** Maximum number of decompressed bytes for which any compression ratio is accepted. */
const maxUncheckedBytes = 16 * 1024 * 1024;
/**
 * Maximum ratio of decompressed to compressed bytes. Real inferences do not reach it, because each has unique
 * identifiers.
 */
const maxRatio = 200;

export interface OpenInput {
  /** The decompressed content. It ends with an error if the source fails, or if the compressed data is invalid. */
  readonly content: Readable;
  /** Number of bytes read so far, before decompression. */
  bytesRead(): number;
}

/**
 * Opens plain or gzip content of any length; gzip is recognized by its first two bytes. Gzip content may be followed by
 * further gzip members, or by zeros, with which some programs pad the last block.
 * @throws {Error} if the source cannot be read
 * @throws {DomainError} BAD_USER_INPUT if `mustBeGzip` is true and the content is not gzip. The returned content fails
 * with BAD_USER_INPUT if it is invalid gzip, or if it exceeds 16 MiB and 200 times its compressed size.
 */
export async function openInput(source: Readable, { mustBeGzip = false } = {}): Promise<OpenInput> {
  const countedSource = new CountedSource(source);
  const head = await countedSource.readHead(2);
  const bytesRead = () => countedSource.bytes;
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  if (mustBeGzip && !isGzip)
    throw new DomainError(
      'BAD_USER_INPUT',
      'The content is not gzip: compress it, or omit the header Content-Encoding',
    );
  const content = Readable.from(isGzip ? limitExpansion(unzip(countedSource), bytesRead) : countedSource.chunks());
  // Ends a pending read, because the source may be idle for any time.
  onDestruction(content, () => countedSource.close());
  return { content, bytesRead };
}

/** Reads a stream of bytes, and counts the bytes read. */
class CountedSource {
  readonly #source: Readable;
  readonly #chunks: AsyncIterator<Buffer>;
  #head: Buffer | undefined;
  bytes = 0;
  /** Number of bytes read so far, up to and including the last byte that is not zero. */
  bytesBeforeZeros = 0;

  constructor(source: Readable) {
    this.#source = source;
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /**
   * Reads the first bytes, even if they arrive in several chunks. {@link next} returns them again. Returns fewer bytes
   * at the end of the stream.
   */
  async readHead(length: number): Promise<Buffer> {
    let head = Buffer.alloc(0);
    while (head.length < length) {
      const chunk = await this.#chunks.next();
      if (chunk.done === true) break;
      head = Buffer.concat([head, chunk.value]);
    }
    this.#head = head;
    return head;
  }

  /** Returns the next chunk; undefined at the end of the stream. */
  async next(): Promise<Buffer | undefined> {
    const chunk = this.#head ?? (await this.#chunks.next()).value;
    this.#head = undefined;
    if (chunk === undefined) return undefined;
    const lastNonZero = chunk.findLastIndex((byte: number) => byte !== 0);
    if (lastNonZero !== -1) this.bytesBeforeZeros = this.bytes + lastNonZero + 1;
    this.bytes += chunk.length;
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

async function* unzip(source: CountedSource): AsyncGenerator<Buffer> {
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

async function* limitExpansion(content: AsyncIterable<Buffer>, bytesRead: () => number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > maxUncheckedBytes && bytes > maxRatio * bytesRead()) throw expansionError();
      yield chunk;
    }
  } catch (error) {
    throw isZlibError(error)
      ? new DomainError('BAD_USER_INPUT', `The gzip content is invalid: ${error.message}`)
      : error;
  }
}

function trailingDataError(): DomainError {
  return new DomainError('BAD_USER_INPUT', 'The gzip content is invalid: unexpected data follows the compressed data');
}

function expansionError(): DomainError {
  const message = `The gzip content expands to more than ${maxRatio} times its size: send it in parts that expand to at most 16 MiB`;
  return new DomainError('BAD_USER_INPUT', message, { reason: 'expansion' });
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
