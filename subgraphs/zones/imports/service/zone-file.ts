import type { Readable } from 'node:stream';
import { CountedSource, unzip } from '../../../../platform/gunzip.js';
import type { DelegationBatch } from '../rules/delegation-batch.js';
import { rejection } from '../rules/rejection.js';
import { ZoneSyntaxError } from '../rules/tokens.js';
import { unsupportedFormatMessage } from '../rules/unsupported-format.js';
import type { ZoneFileReader } from '../rules/zone-file-reader.js';
import { FileDigest } from './file-digest.js';

/** A zone file, plain or gzip. */
export interface ZoneFile {
  /** Opens the file at its beginning. */
  open(): Readable;
  /** Size in bytes; null for a stream, which can be opened only once. */
  readonly size: number | null;
}

/** Number and digest of the bytes read so far. */
export interface ReadProgress {
  bytes: number;
  readonly digest: FileDigest;
}

/** Progress of a file that is not read yet; its digest can be compared with `reference`. */
export function createProgress(reference?: Buffer): ReadProgress {
  return { bytes: 0, digest: new FileDigest(reference) };
}

/**
 * Reads the delegations of a file.
 * @throws {DomainError} BAD_USER_INPUT for invalid syntax, with line and column, for a file of another format, and for
 *   a truncated file
 */
export async function* readDelegations(options: {
  file: ZoneFile;
  reader: ZoneFileReader;
  progress: ReadProgress;
}): AsyncGenerator<DelegationBatch> {
  const { file, reader, progress } = options;
  const source = new CountedSource(file.open(), (chunk) => {
    progress.bytes += chunk.length;
    progress.digest.update(chunk);
  });
  let head: Buffer | undefined;
  try {
    const isGzip = await source.isGzip();
    // The first chunk of a pipe may be a single byte.
    for await (const chunk of withHead(isGzip ? unzip(source) : source.chunks())) {
      const bytes = head === undefined ? withoutByteOrderMark(chunk) : chunk;
      head ??= bytes;
      yield reader.push(bytes);
    }
    // Gzip files end with the length and the checksum of their content.
    yield reader.end({ isVerified: isGzip });
  } catch (error) {
    throw asRejection(error, head);
  } finally {
    source.close();
  }
}

/** Number of bytes at the start of a file in which a byte order mark and the format of the file are recognized. */
const headBytes = 64;

/** The same bytes, with a first chunk of at least {@link headBytes} bytes, unless the file is shorter. */
async function* withHead(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const head: Buffer[] = [];
  let missing = headBytes;
  for await (const chunk of chunks) {
    if (missing > 0) head.push(chunk);
    if (missing <= 0) yield chunk;
    else if (missing <= chunk.length) yield Buffer.concat(head);
    missing -= chunk.length;
  }
  if (missing > 0) yield Buffer.concat(head);
}

const byteOrderMark = Buffer.from('\ufeff');

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes;
}

/** Whether the file has this digest. */
export async function hasDigest(file: ZoneFile, expected: Buffer): Promise<boolean> {
  const digest = new FileDigest(expected);
  for await (const chunk of file.open()) digest.update(chunk);
  return digest.digest().equals(expected);
}

/** @param head the first bytes of the decompressed file */
function asRejection(error: unknown, head: Buffer | undefined): unknown {
  if (error instanceof ZoneSyntaxError) {
    const message = head === undefined ? undefined : unsupportedFormatMessage(head);
    if (message !== undefined) return rejection('syntax', message);
    const { line, column, reason } = error;
    return rejection(reason, `line ${line}, column ${column}: ${error.message}`, { line, column });
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return rejection('truncated', 'the gzip file is truncated');
  if (code === 'Z_DATA_ERROR') return rejection('truncated', 'the gzip file is corrupt');
  if (code === 'Z_TRAILING_DATA') return rejection('truncated', 'data follows the end of the gzip file');
  return error;
}
