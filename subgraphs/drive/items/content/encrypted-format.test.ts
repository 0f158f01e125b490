import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  chunkBytes,
  contentSize,
  encryptedChunkBytes,
  encryptedSize,
  FileCipher,
  headerBytes,
  keyIdOf,
} from './encrypted-format.js';
import { readEncryptionKeys } from './encryption-keys.js';

const keys = keysOf(Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64'));

function keysOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  try {
    writeFileSync(join(folder, 'keys'), text);
    return readEncryptionKeys(join(folder, 'keys'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A file of which each read returns at most 1000 bytes. */
function fileOf(bytes: Buffer) {
  return {
    async read(target: Uint8Array, offset: number, length: number, position: number) {
      if (offset + length > target.length) throw new RangeError('the buffer is too small');
      const part = bytes.subarray(position, position + Math.min(length, 1000));
      target.set(part, offset);
      return { bytesRead: part.length };
    },
  };
}

function contentOf(bytes: Buffer) {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}

/** A file that version 0.2.0 has written with these keys. Its seal contains a zero byte. */
const earlier = {
  file: Buffer.from(
    'UkFNUEVOQzE/dWY57w+35rF5beeqUPpnugltWJIFo3NQgDIciruYENo3tyIA41JKRuf8ACKbXebEwBYhhjNAoR+Zs9zRr4q5ycnbQR++w0D2UcOOyMrrBUCvwpdz/v3KphBUFRpc5O388Ltb6v+99vnPEULs989wFXsq',
    'base64',
  ),
  content: Buffer.from('stored by 0.2.0'),
};

test('a file that an earlier version has written is read', async () => {
  const { file, content } = earlier;
  const cipher = await FileCipher.read(fileOf(file), keys);
  expect([cipher.keyId, keyIdOf(file), cipher.isSealed]).toEqual([...Array(2).fill('3f756639ef0fb7e6'), true]);
  expect(cipher.isSealOf(contentOf(content))).toBe(true);
  expect(cipher.isSealOf({ ...contentOf(content), size: content.length + 1 })).toBe(false);
  const range = { size: content.length, start: 0, end: content.length - 1 };
  expect((await buffer(cipher.decrypt(fileOf(file), range))).toString()).toBe('stored by 0.2.0');
});

describe('a file', () => {
  const content = Buffer.from(Array.from({ length: 2 * chunkBytes + 5 }, (_, index) => index % 251));

  function encrypted(): Buffer {
    if (keys.current === undefined) throw new Error('there is no key');
    const cipher = FileCipher.create(keys.current);
    return Buffer.concat([cipher.headerOf(contentOf(content)), cipher.encryptChunks(content, 0)]);
  }

  test('is read in parts of any size', async () => {
    const file = encrypted();
    const cipher = await FileCipher.read(fileOf(file), keys);
    const range = { size: content.length, start: 3, end: content.length - 2 };
    expect((await buffer(cipher.decrypt(fileOf(file), range))).equals(content.subarray(3, -1))).toBe(true);
  });

  test('that is damaged is reported with the position of the damage', async () => {
    const file = encrypted();
    const position = headerBytes + 2 * encryptedChunkBytes;
    const read = async (bytes: Buffer) =>
      await (await FileCipher.read(fileOf(bytes), keys)).verify(fileOf(bytes), contentOf(content));
    await read(file);
    await expect(read(file.subarray(0, -1))).rejects.toThrow(`its file ends early, after ${file.length - 1} bytes`);
    file.fill(0, position, position + 10);
    await expect(read(file)).rejects.toThrow(`its encrypted chunk at byte ${2 * chunkBytes} of the content is damaged`);
  });

  test.each([
    [
      'without the header of an encrypted file',
      Buffer.alloc(200),
      'its file does not begin with the header of an encrypted file',
    ],
    ['that ends within its header', earlier.file.subarray(0, headerBytes - 1), 'its file ends early, after 79 bytes'],
  ])('%s is rejected', async (_, bytes, message) => {
    expect(keyIdOf(bytes)).toBeUndefined();
    await expect(FileCipher.read(fileOf(bytes), keys)).rejects.toThrow(message);
  });

  test('that is not yet complete has no seal', async () => {
    const cipher = await FileCipher.read(fileOf(earlier.file), keys);
    expect((await FileCipher.read(fileOf(cipher.headerOf(undefined)), keys)).isSealed).toBe(false);
  });

  test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 5 * chunkBytes])(
    'for content of %d bytes has a size that no other content has',
    (size) => {
      expect(contentSize(encryptedSize(size))).toBe(size);
    },
  );

  test.each([
    0,
    headerBytes - 1,
    headerBytes + 1,
    encryptedSize(0) + encryptedChunkBytes - chunkBytes,
    encryptedSize(chunkBytes) + 1,
    encryptedSize(chunkBytes) + encryptedChunkBytes - chunkBytes,
  ])('of %d bytes is not an encrypted file', (fileSize) => {
    expect(contentSize(fileSize)).toBeUndefined();
  });
});
