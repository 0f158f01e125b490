import { createHash } from 'node:crypto';
import { DamagedBackupError, NewerBackupError } from '../errors.js';

/**
 * A backup is a header and a sequence of frames:
 *
 *     magic | version (u16) | length (u32) | header (JSON) | SHA-256 of all before
 *     length of a frame, with `lastFrame` in the last one (u32) | frame, sealed | ...
 *
 * Each frame is sealed with AES-256-GCM: its number and whether it is the last one are in the nonce, and the digest of the header is authenticated with
 * it (STREAM, https://eprint.iacr.org/2015/189). So frames cannot be changed, left out, reordered or added.
 */
export const magic: Buffer = Buffer.from('rampart backup\n', 'latin1');

const formatVersion = 1;

/** Set in the length of the last frame. */
export const lastFrame = 0x8000_0000;

/** Of the data of one frame, before compression. */
export const dataBytes: number = 1 << 20;

/** A frame of a larger length is not one of ours. Descriptions of many partitions take a few megabytes. */
export const maxFrameBytes: number = 1 << 27;

export const tagBytes = 16;

/** What a frame holds, and how it is packed: the first two bytes of it. */
export const frameTypes = { manifest: 1, begin: 2, data: 3, end: 4, summary: 5 } as const;
export type FrameType = (typeof frameTypes)[keyof typeof frameTypes];
export const packings = { plain: 0, zstd: 1 } as const;

/** How the key of the frames is found. */
export type KeySource =
  | {
      readonly kind: 'passphrase';
      readonly scrypt: { readonly cost: number; readonly blockSize: number; readonly parallelization: number };
      readonly salt: string;
      /** Tells a wrong passphrase from damage; as hard to guess from as the frames are. */
      readonly check: string;
    }
  /** Not a secret: the frames are sealed against damage only. */
  | { readonly kind: 'none'; readonly key: string };

export interface Header {
  /** The version of Rampart that wrote the backup. */
  readonly rampart: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly key: KeySource;
}

const lengthBytes = 6;
const digestBytes = 32;
const maxHeaderBytes = 65_536;

export interface EncodedHeader {
  readonly bytes: Buffer;
  /** What the frames are bound to. */
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
 * Reads the header.
 * @param read the next bytes, so many; fewer only at the end
 * @throws {DamagedBackupError} for what is no backup, or damaged
 * @throws {NewerBackupError} for a format of a later release
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
      `its format is ${version}, and this release reads up to ${formatVersion}: use a newer release`,
    );
  }
  const json = await read(length);
  const written = await read(digestBytes);
  const digest = createHash('sha256').update(start).update(lengths).update(json).digest();
  if (!digest.equals(written)) throw new DamagedBackupError('its header is damaged');
  return { header: JSON.parse(json.toString()) as Header, digest }; // The digest shows that encodeHeader wrote it.
}
