import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readCheckpoint, readSignedTreeHead } from './tree-head.js';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spki = publicKey.export({ format: 'der', type: 'spki' });
const key = spki.toString('base64');
const rootHash = Buffer.alloc(32, 7);
const head = { size: 300, at: 1_700_000_000_000, rootHash };
const notSigned =
  'the tree head is not signed with the configured key; check the key of the log in [zones] certificate_logs';

/** TreeHeadSignature in a DigitallySigned: RFC 6962, section 3.5. */
function signatureOf({ size, at } = head, algorithms = '0403'): Buffer {
  const signed = Buffer.alloc(18);
  signed.writeUInt8(1, 1);
  signed.writeBigUInt64BE(BigInt(at), 2);
  signed.writeBigUInt64BE(BigInt(size), 10);
  const signature = sign('sha256', Buffer.concat([signed, rootHash]), privateKey);
  return Buffer.concat([Buffer.from(algorithms, 'hex'), Buffer.from([0, signature.length]), signature]);
}

describe('a tree head of RFC 6962', () => {
  const document = {
    ...{ tree_size: 300, timestamp: head.at, sha256_root_hash: rootHash.toString('base64') },
    tree_head_signature: signatureOf().toString('base64'),
  };

  test('is read and verified', () => {
    expect(readSignedTreeHead(document, key)).toEqual(head);
  });

  test.each<[string, unknown]>([
    ['that is null', null],
    ['that is a string', 'text'],
    ['without a size', { ...document, tree_size: undefined }],
    ['with a negative size', { ...document, tree_size: -1 }],
    ['with an unsafe size', { ...document, tree_size: 2 ** 53 }],
    ['with a fractional time', { ...document, timestamp: 1.5 }],
    ['without a hash', { ...document, sha256_root_hash: null }],
    ['with a short hash', { ...document, sha256_root_hash: 'AAAA' }],
    ['without a signature', { ...document, tree_head_signature: 1 }],
  ])('%s is rejected', (_, value) => {
    expect(() => readSignedTreeHead(value, key)).toThrow('the tree head does not conform to RFC 6962');
  });

  test.each<[string, object]>([
    ['another size', { tree_size: 301 }],
    ['another time', { timestamp: head.at + 1 }],
    ['another hash', { sha256_root_hash: Buffer.alloc(32, 8).toString('base64') }],
    ['another hash algorithm', { tree_head_signature: signatureOf(head, '0503').toString('base64') }],
    [
      'bytes after the signature',
      { tree_head_signature: Buffer.concat([signatureOf(), Buffer.alloc(1)]).toString('base64') },
    ],
  ])('that was signed with %s is rejected', (_, changes) => {
    expect(() => readSignedTreeHead({ ...document, ...changes }, key)).toThrow(notSigned);
  });

  test('of an empty log has the size 0', () => {
    const empty = { ...head, size: 0 };
    const signed = { ...document, tree_size: 0, tree_head_signature: signatureOf(empty).toString('base64') };
    expect(readSignedTreeHead(signed, key)).toEqual(empty);
  });
});

describe('a checkpoint', () => {
  const origin = 'log.example/2026';
  const [root, time] = [rootHash.toString('base64'), Buffer.alloc(8)];
  time.writeBigUInt64BE(BigInt(head.at));

  /** A signature of the note with the id of a key (c2sp.org/signed-note). */
  function lineOf(name: string, type = 5): string {
    const logId = hash('sha256', spki, 'buffer');
    const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([type]), logId]), 'buffer');
    return `— ${name} ${Buffer.concat([id.subarray(0, 4), time, signatureOf()]).toString('base64')}`;
  }

  const text = `${origin}\n300\n${root}\n`;

  test('is read and verified', () => {
    expect(readCheckpoint(`${text}\n${lineOf(origin)}\n`, key)).toEqual(head);
  });

  test('may have extensions, and signatures of witnesses', () => {
    const lines = ['— witness.example AAAAAAAA', lineOf('other.example'), lineOf(origin, 1), lineOf(origin)];
    expect(readCheckpoint(`${text}extension\n\n${lines.join('\n')}\n`, key)).toEqual(head);
  });

  test.each([
    ['without signatures', text],
    ['without an origin', `\n300\n${root}\n\n${lineOf(origin)}\n`],
    ['with a size that is not a number', `${origin}\n3e2\n${root}\n\n${lineOf(origin)}\n`],
    ['with a size of 16 digits', `${origin}\n${'1'.repeat(16)}\n${root}\n\n${lineOf(origin)}\n`],
    ['without a hash', `${origin}\n300\n\n${lineOf(origin)}\n`],
  ])('%s is rejected', (_, note) => {
    expect(() => readCheckpoint(note, key)).toThrow('the checkpoint does not conform to static-ct-api');
  });

  test.each([
    ['of another origin', lineOf('other.example')],
    ['of another type', lineOf(origin, 1)],
    ['without a dash', lineOf(origin).slice(2)],
  ])('with only a signature %s is rejected', (_, line) => {
    const message =
      'the checkpoint is not signed with the configured key; check the key of the log in [zones] certificate_logs';
    expect(() => readCheckpoint(`${text}\n${line}\n`, key)).toThrow(message);
  });

  test('with a size other than the signed one is rejected', () => {
    expect(() => readCheckpoint(`${origin}\n301\n${root}\n\n${lineOf(origin)}\n`, key)).toThrow(notSigned);
  });
});
