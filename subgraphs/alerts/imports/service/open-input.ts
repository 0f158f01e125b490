import { Readable } from 'node:stream';
import { onDestruction } from '../../../../platform/abortable-stream.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { CountedSource, unzip } from '../../../../platform/gunzip.js';

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
  const isGzip = await countedSource.isGzip();
  const bytesRead = () => countedSource.bytes;
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

function expansionError(): DomainError {
  const message = `The gzip content expands to more than ${maxRatio} times its size: send it in parts that expand to at most 16 MiB`;
  return new DomainError('BAD_USER_INPUT', message, { reason: 'expansion' });
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
