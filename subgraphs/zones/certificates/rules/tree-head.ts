import { createPublicKey, hash, verify } from 'node:crypto';
import { ByteReader } from './byte-reader.js';

/** A tree head whose signature was verified. */
export interface TreeHead {
  readonly size: number;
  readonly rootHash: Buffer;
  /** Time at which the tree head was signed, in Unix epoch milliseconds. */
  readonly at: number;
}

const sha256Algorithm = 4;
const rootHashBytes = 32;

/**
 * Reads and verifies the tree head of `get-sth` (RFC 6962, section 4.3).
 * @param key SubjectPublicKeyInfo of the log (DER) in base64
 * @throws {Error} if it cannot be read, or is not signed by the log
 */
export function readSignedTreeHead(document: unknown, key: string): TreeHead {
  const fields = typeof document === 'object' && document !== null ? document : {};
  const {
    tree_size: size,
    timestamp: at,
    sha256_root_hash: root,
    tree_head_signature: signature,
  } = fields as Readonly<Record<string, unknown>>;
  if (!isCount(size) || !isCount(at) || typeof root !== 'string' || typeof signature !== 'string') {
    throw new Error('the tree head does not conform to RFC 6962');
  }
  const head = { size, at, rootHash: Buffer.from(root, 'base64') };
  if (head.rootHash.length !== rootHashBytes) throw new Error('the tree head does not conform to RFC 6962');
  assertSigned(head, Buffer.from(signature, 'base64'), key);
  return head;
}

const signatureLine = /^— (?<name>\S+) (?<signature>[A-Za-z0-9+/]+={0,2})$/u;
/** Type of signatures of RFC 6962 in notes (c2sp.org/static-ct-api). */
const noteSignatureType = 5;

/**
 * Reads and verifies the tree head of a checkpoint (c2sp.org/static-ct-api, a note of c2sp.org/signed-note).
 * @throws {Error} if it cannot be read, or is not signed by the log
 */
export function readCheckpoint(note: string, key: string): TreeHead {
  const end = note.indexOf('\n\n');
  const [origin = '', sizeText = '', root = ''] = note.slice(0, Math.max(0, end)).split('\n');
  const rootHash = Buffer.from(root, 'base64');
  if (origin === '' || !/^\d{1,15}$/.test(sizeText) || rootHash.length !== rootHashBytes) {
    throw new Error('the checkpoint does not conform to static-ct-api');
  }
  const keyId = keyIdOf(origin, key);
  for (const line of note.slice(end + 2).split('\n')) {
    const { name, signature = '' } = signatureLine.exec(line)?.groups ?? {};
    const bytes = Buffer.from(signature, 'base64');
    if (name !== origin || !bytes.subarray(0, 4).equals(keyId)) continue;
    const reader = new ByteReader(bytes.subarray(4));
    const head = { size: Number(sizeText), rootHash, at: reader.uint64() };
    assertSigned(head, bytes.subarray(12), key);
    return head;
  }
  throw new Error(
    'the checkpoint is not signed with the configured key; check the key of the log in [zones] certificate_logs',
  );
}

function keyIdOf(origin: string, key: string): Buffer {
  const logId = hash('sha256', Buffer.from(key, 'base64'), 'buffer');
  const logIdInput = Buffer.concat([Buffer.from(`${origin}\n`), Buffer.from([noteSignatureType]), logId]);
  return hash('sha256', logIdInput, 'buffer').subarray(0, 4);
}

/**
 * Verifies a TreeHeadSignature (RFC 6962, section 3.5) in a DigitallySigned of TLS 1.2.
 * @throws {Error} if the tree head is not signed with the key
 */
function assertSigned({ size, rootHash, at }: TreeHead, signature: Buffer, key: string): void {
  const reader = new ByteReader(signature);
  const hashAlgorithm = reader.integer(1);
  reader.integer(1); // ECDSA or RSA, depending on the key.
  const signed = Buffer.alloc(18);
  signed.writeUInt8(1, 1); // The version v1 is 0; the signature type 1 is `tree_hash`.
  signed.writeBigUInt64BE(BigInt(at), 2);
  signed.writeBigUInt64BE(BigInt(size), 10);
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  const isSigned =
    hashAlgorithm === sha256Algorithm &&
    verify('sha256', Buffer.concat([signed, rootHash]), publicKey, reader.vector(2)) &&
    reader.isAtEnd;
  if (!isSigned) {
    throw new Error(
      'the tree head is not signed with the configured key; check the key of the log in [zones] certificate_logs',
    );
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
