import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gzip, inflate, zstdDecompress } from 'node:zlib';

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decompressors: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  deflate: promisify(inflate),
};

/** Content codings that responses may have (RFC 9110, section 8.4.1), for an Accept-Encoding header. */
export const acceptedCodings = 'gzip, br, zstd, deflate';

/** A body whose content coding is unsupported, multiple or malformed. */
class ContentCodingError extends Error {
  override readonly name = 'ContentCodingError';
}

/** Decompression stopped, because the body exceeds the maximum size. */
export class DecompressedTooLarge extends Error {
  override readonly name = 'DecompressedTooLarge';
}

/** Whether the content coding of a body requires decompression. */
export function isEncoded(coding: string | undefined): coding is string {
  return coding !== undefined && coding !== '' && coding.toLowerCase() !== 'identity';
}

/**
 * Removes the content coding of a body.
 * @throws {ContentCodingError} if the coding is not supported, or does not match the body
 * @throws {DecompressedTooLarge} before more than `maxBytes` are in memory
 */
export async function decompress(bytes: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const decompressor = decompressors[coding.trim().toLowerCase()];
  if (decompressor === undefined) {
    const message = `unsupported content coding ${coding.slice(0, 50)}; expected one of ${acceptedCodings}`;
    throw new ContentCodingError(message);
  }
  try {
    return await decompressor(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // zlib throws errors of this type.
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new DecompressedTooLarge(message);
    throw new ContentCodingError(`the body is not ${coding}: ${message}`);
  }
}

export const compressWithGzip = promisify(gzip) as (bytes: string) => Promise<Buffer>;
