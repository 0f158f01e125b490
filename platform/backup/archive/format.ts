import { createHash } from 'node:crypto';
import { DamagedBackupError, NewerBackupError } from '../errors.js';

/**
 * The first bytes of a backup. A backup is a header and a sequence of frames: magic | version (u16) | length (u32) |
 * header (JSON) | SHA-256 of everything before it; then, for each frame: length, with `lastFrameFlag` set in the last
 * one (u32) | sealed frame. Each frame is sealed with AES-256-GCM. The nonce contains the number of the frame and
 * whether it is the last one, and the digest of the header is authenticated data (STREAM,
 * https://eprint.iacr.org/2015/189). Therefore, frames cannot be changed, omitted, reordered or added.
 */
export const magic: Buffer = Buffer.from('rampart backup\n', 'latin1');

const formatVersion = 1;

/** Bit that is set in the length of the last frame. */
export const lastFrameFlag = 0x8000_0000;

/** Maximum data of one frame in bytes, before compression. */
export const maxDataBytes: number = 1 << 20;

/** Maximum length of a frame in bytes. A manifest with many partitions takes a few megabytes. */
export const maxFrameBytes: number = 1 << 27;

export const tagBytes = 16;

/** Types of frames. The first two bytes of a frame are its type and its compression method. */
export const frameTypes = { manifest: 1, begin: 2, data: 3, end: 4, summary: 5 } as const;
export type FrameType = (typeof frameTypes)[keyof typeof frameTypes];
export const compressions = { plain: 0, zstd: 1 } as const;

/** Source of the key that seals the frames. */
export type KeySource =
  | {
      readonly kind: 'passphrase';
      readonly scrypt: { readonly cost: number; readonly blockSize: number; readonly parallelization: number };
      readonly salt: string;
      /**
       * Verifies the passphrase, to distinguish a wrong one from a damaged backup. Testing a guess against this value
       * costs as much as against the frames.
       */
      readonly check: string;
    }
  /** A random key, which is not secret: the frames are sealed only to detect damage. */
  | { readonly kind: 'none'; readonly key: string };

export interface Header {
  /** Version of Rampart that wrote the backup. */
  readonly rampart: string;
  /** Time of the backup in ISO 8601. */
  readonly createdAt: string;
  readonly key: KeySource;
}

const lengthBytes = 6;
const digestBytes = 32;
const maxHeaderBytes = 65_536;

export interface EncodedHeader {
  readonly bytes: Buffer;
  /** Digest of the header, which is authenticated data of every frame. */
  readonly digest: Buffer;
}

export function encodeHeader(header: Header): EncodedHeader {
  const json = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(lengthBytes);
  lengths.writeUInt16BE(formatVersion, 0);
  lengths.writeUInt32BE(json.length, 2);
  const content = Buffer.concat([magic, lengths, json]);
  const digest = createHash('sha256').update(content).digest();
  return { bytes: Buffer.concat([content, digest]), digest };
}

/**
 * Reads the header of a backup.
 * @param read returns the requested number of bytes; fewer only at the end
 * @throws {DamagedBackupError} if the file is not a backup, or is damaged
 * @throws {NewerBackupError} if a later release wrote the format
 */
export async function readHeader(
  read: (count: number) => Promise<Buffer>,
): Promise<{ header: Header; digest: Buffer }> {
  const start = await read(magic.length);
  if (!start.equals(magic)) throw new DamagedBackupError('it is not a backup of Rampart');
  const lengths = await read(lengthBytes);
  if (lengths.length < lengthBytes) throw new DamagedBackupError('its header is truncated');
  const [version, length] = [lengths.readUInt16BE(0), lengths.readUInt32BE(2)];
  if (version === 0 || length > maxHeaderBytes) throw new DamagedBackupError('its header is damaged');
  if (version > formatVersion) {
    throw new NewerBackupError(
      `its format version is ${version}, but this release reads versions up to ${formatVersion}: use a newer release`,
    );
  }
  const json = await read(length);
  const storedDigest = await read(digestBytes);
  const digest = createHash('sha256').update(start).update(lengths).update(json).digest();
  if (!digest.equals(storedDigest)) throw new DamagedBackupError('its header is damaged');
  return { header: JSON.parse(json.toString()) as Header, digest }; // The digest proves that encodeHeader wrote it.
}
