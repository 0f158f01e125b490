import { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { DomainError } from '../../../../platform/domain-error.js';

/** Decompressed bytes up to which any ratio is accepted. */
const freeBytes = 16 * 1024 * 1024;
/** Larger ratios do not occur in inferences, each of which has its own identifiers. */
const maxRatio = 200;

export interface OpenInput {
  /**
   * The content without compression. It ends with an error if the source does, or if the compressed data is invalid.
   */
  readonly content: Readable;
  /** Number of bytes read so far, before decompression. */
  bytesRead(): number;
}

/**
 * Opens plain or gzip content, which is recognised by its first bytes, of any length.
 * @throws {Error} of the source, if it cannot be read
 * @throws {DomainError} BAD_USER_INPUT with `mustBeGzip`, for other content
 * @throws {DomainError} BAD_USER_INPUT from the content: invalid, or more than 16 MiB that expand more than 200 times
 */
export async function openInput(source: Readable, { mustBeGzip = false } = {}): Promise<OpenInput> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    try {
      for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
        bytes += chunk.value.length;
        yield chunk.value;
      }
    } finally {
      source.destroy();
    }
  }
  const bytesRead = () => bytes;
  const isGzip = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (mustBeGzip && !isGzip) throw new DomainError('BAD_USER_INPUT', 'The content is not gzip');
  if (!isGzip) return { content: Readable.from(counted()), bytesRead };
  return { content: Readable.from(bounded(unzip(Readable.from(counted())), bytesRead)), bytesRead };
}

function unzip(source: Readable): Gunzip {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  // The reader of the content gets the error, even before its first line.
  gunzip.on('error', () => {});
  source.on('error', (error) => gunzip.destroy(error));
  gunzip.on('close', () => source.destroy());
  return source.pipe(gunzip);
}

async function* bounded(content: Readable, bytesRead: () => number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of content) {
      bytes += (chunk as Buffer).length; // The decompressor yields buffers.
      if (bytes > freeBytes && bytes > maxRatio * bytesRead()) throw expandsTooFar();
      yield chunk;
    }
  } catch (error) {
    throw isOfZlib(error) ? new DomainError('BAD_USER_INPUT', `The gzip content is invalid: ${error.message}`) : error;
  }
}

function expandsTooFar(): DomainError {
  const message = `The gzip content expands to more than ${maxRatio} times its size: send it in several parts`;
  return new DomainError('BAD_USER_INPUT', message, { reason: 'expansion' });
}

function isOfZlib(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
