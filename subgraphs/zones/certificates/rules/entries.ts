import { ByteReader } from './byte-reader.js';

/** An entry of a log: a certificate or a precertificate. */
export interface LogEntry {
  /** Time at which the log accepted the entry, in Unix epoch milliseconds. */
  readonly loggedAt: number;
  /** The certificate or precertificate, DER. */
  readonly certificate: Buffer;
}

const x509Entry = 0;
const precertificateEntry = 1;

/**
 * Reads an entry of `get-entries` (RFC 6962, section 4.6).
 * @param leaf the MerkleTreeLeaf
 * @param extra contains the signed precertificate for entries of precertificates
 * @throws {RangeError} if it cannot be read
 */
export function readLeaf(leaf: Uint8Array, extra: Uint8Array): LogEntry {
  const reader = new ByteReader(leaf);
  const [version, leafType] = [reader.integer(1), reader.integer(1)];
  if (version !== 0 || leafType !== 0) throw new RangeError(`Unsupported leaf: version ${version}, type ${leafType}`);
  const { loggedAt, certificate } = readTimestampedEntry(reader);
  return { loggedAt, certificate: certificate ?? new ByteReader(extra).vector(3) };
}

/**
 * Reads the entries of a data tile (static-ct-api, "Log Entries").
 * @throws {RangeError} if they cannot be read
 */
export function readDataTile(tile: Uint8Array): LogEntry[] {
  const reader = new ByteReader(tile);
  const entries: LogEntry[] = [];
  while (!reader.isAtEnd) {
    const { loggedAt, certificate } = readTimestampedEntry(reader);
    entries.push({ loggedAt, certificate: certificate ?? reader.vector(3) });
    reader.vector(2); // Fingerprints of the chain.
  }
  return entries;
}

/**
 * Reads a TimestampedEntry (RFC 6962, section 3.4). `certificate` is undefined for a precertificate: the entry contains
 * only its TBSCertificate.
 */
function readTimestampedEntry(reader: ByteReader): { loggedAt: number; certificate: Buffer | undefined } {
  const loggedAt = reader.uint64();
  const type = reader.integer(2);
  if (type !== x509Entry && type !== precertificateEntry) {
    throw new RangeError(`Unsupported entry type: ${type}; expected ${x509Entry} or ${precertificateEntry}`);
  }
  if (type === precertificateEntry) reader.bytes(32); // Hash of the key of the issuer.
  const signed = reader.vector(3);
  reader.vector(2); // Extensions.
  return { loggedAt, certificate: type === x509Entry ? signed : undefined };
}
