import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { storedContents } from '../../command-line/doctor/checks/stored-contents.js';
import { createContentStore } from '../../subgraphs/drive/items/content/content-store.js';
import { chunkBytes, encryptedChunkBytes, headerBytes } from '../../subgraphs/drive/items/content/encrypted-format.js';
import { resultOf } from '../doctor/support/examine.js';
import { temporaryFolder } from '../support/running-server.js';

const keys = Array.from({ length: 3 }, () => randomBytes(32));
const [first = '', second = '', third = ''] = keys.map((key, index) => key.toString(index === 1 ? 'hex' : 'base64'));

function createWorld() {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const keyFile = join(folder.path, 'keys');
  function storeWith(...lines: string[]) {
    writeFileSync(keyFile, `# keys\n${lines.join('\n')}\n`, { mode: 0o600 });
    return createContentStore({ dataDir: folder.path, keyFile });
  }
  return { path: folder.path, keyFile, storeWith, clear: createContentStore({ dataDir: folder.path }) };
}

type Store = ReturnType<typeof createContentStore>;

async function storeContent(store: Store, content: Buffer) {
  const part = await store.openPart([createHash('md5').update(content).digest('hex')]);
  await part.append(content);
  const { sha256, size } = await part.finish();
  await part.close();
  await part.discard();
  expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
  return { sha256, size };
}

const sizes = [0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 10 * chunkBytes, 23 * chunkBytes + 4567];

/** Whether a file below the directory has these bytes. */
function isOnDisk(folder: string, bytes: Buffer): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(bytes));
}

describe('encrypted content', () => {
  test.each(sizes)(
    'of %d bytes is read as it was stored, in whole and in ranges, and its plaintext is not on disk',
    async (size) => {
      const { path, storeWith } = createWorld();
      const store = storeWith(first);
      const content = randomBytes(size);
      const stored = await storeContent(store, content);
      expect(await store.has(stored)).toBe(true);
      expect((await buffer(store.read(stored))).equals(content)).toBe(true);
      for (const at of [0, 1, chunkBytes - 1, chunkBytes, 4 * chunkBytes - 1, 4 * chunkBytes, size - 1]) {
        for (const length of [1, 2, chunkBytes, 5 * chunkBytes]) {
          const range = { start: at, end: Math.min(at + length, size) - 1 };
          if (at < 0 || range.end < at) continue;
          expect((await buffer(store.read(stored, range))).equals(content.subarray(at, range.end + 1))).toBe(true);
        }
      }
      if (size >= 1000) expect(isOnDisk(join(path, 'drive'), content.subarray(0, 100))).toBe(false);
    },
  );

  test('is resumed after its last whole chunk, and its plaintext is not on disk after an interruption', async () => {
    const { path, storeWith } = createWorld();
    const store = storeWith(first);
    const content = randomBytes(25 * chunkBytes + 9);
    const interrupted = await store.openPart(['download']);
    await interrupted.append(content.subarray(0, 12 * chunkBytes + 77));
    await interrupted.close();
    expect(isOnDisk(join(path, 'drive'), content.subarray(0, 100))).toBe(false);
    const resumed = await store.openPart(['download']);
    expect(resumed.length).toBe(12 * chunkBytes);
    await resumed.append(content.subarray(resumed.length));
    const stored = await resumed.finish();
    await resumed.close();
    expect((await buffer(store.read(stored))).equals(content)).toBe(true);
    // Simulates a crash before the part was discarded: the stored file is unchanged.
    const reopened = await store.openPart(['download']);
    expect(reopened.length).toBe(0);
    await reopened.append(Buffer.from('other'));
    await reopened.close();
    expect((await buffer(store.read(stored))).equals(content)).toBe(true);
  });

  test('is stored from the beginning if its part was changed after an interruption', async () => {
    const { path, storeWith } = createWorld();
    const store = storeWith(first);
    const part = await store.openPart(['download']);
    await part.append(randomBytes(3 * chunkBytes));
    await part.close();
    const incoming = join(path, 'drive', 'incoming');
    const [name = ''] = readdirSync(incoming);
    flipBit(join(incoming, name), headerBytes + encryptedChunkBytes + 20);
    const reopened = await store.openPart(['download']);
    expect(reopened.length).toBe(0);
    await reopened.close();
  });
});

function flipBit(file: string, position: number): void {
  const bytes = readFileSync(file);
  bytes[position] = (bytes[position] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

describe('an encrypted file is rejected', () => {
  const size = 3 * chunkBytes + 100;

  test.each<readonly [what: string, damage: (file: string, other: string) => void]>([
    ['with another byte in its header', (file) => flipBit(file, 9)],
    ['with another byte in its salt', (file) => flipBit(file, 20)],
    ['with another byte in its seal', (file) => flipBit(file, headerBytes - 1)],
    ['with another byte in a nonce', (file) => flipBit(file, headerBytes)],
    ['with another byte in a chunk', (file) => flipBit(file, headerBytes + encryptedChunkBytes + 500)],
    ['with another byte at its end', (file) => flipBit(file, readFileSync(file).length - 1)],
    ['that was cut within a chunk', (file) => truncateSync(file, headerBytes + 1000)],
    ['that was cut between chunks', (file) => truncateSync(file, headerBytes + 2 * encryptedChunkBytes)],
    ['that was extended', (file) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(10)]))],
    ['with two chunks exchanged', exchangeChunks],
    ['that is the file of another content of the same size', (file, other) => copyFileSync(other, file)],
    ['with a chunk of another file', copyChunk],
  ])('%s', async (_, damage) => {
    const { storeWith } = createWorld();
    const store = storeWith(first);
    const stored = await storeContent(store, randomBytes(size));
    const other = await storeContent(store, randomBytes(size));
    damage(store.pathOf(stored.sha256), store.pathOf(other.sha256));
    await expect(buffer(store.read(stored))).rejects.toThrow(
      new RegExp(`^the stored content ${stored.sha256} cannot be read: .`),
    );
    expect((await buffer(store.read(other))).length).toBe(size);
  });

  function exchangeChunks(file: string): void {
    const bytes = readFileSync(file);
    const chunkAt = (chunk: number) => {
      const start = headerBytes + chunk * encryptedChunkBytes;
      return Buffer.from(bytes.subarray(start, start + encryptedChunkBytes));
    };
    const [one, two] = [chunkAt(0), chunkAt(1)];
    two.copy(bytes, headerBytes);
    one.copy(bytes, headerBytes + encryptedChunkBytes);
    writeFileSync(file, bytes);
  }

  function copyChunk(file: string, other: string): void {
    const bytes = readFileSync(file);
    readFileSync(other).copy(bytes, headerBytes, headerBytes, headerBytes + encryptedChunkBytes);
    writeFileSync(file, bytes);
  }

  test.each<readonly [string, (path: string) => void]>([
    ['one of its bits was changed', (path) => flipBit(path, 20)],
    ['a bit of its last chunk was changed', (path) => flipBit(path, headerBytes + 3 * encryptedChunkBytes + 50)],
    ['an unencrypted file took its place', (path) => writeFileSync(path, randomBytes(size))],
  ])('if %s, and is replaced when its content is stored again', async (_, damage) => {
    const { storeWith } = createWorld();
    const store = storeWith(first);
    const content = randomBytes(size);
    const stored = await storeContent(store, content);
    damage(store.pathOf(stored.sha256));
    await storeContent(store, content);
    expect((await buffer(store.read(stored))).equals(content)).toBe(true);
  });

  test('without its key, and the message names the key', async () => {
    const { storeWith, clear } = createWorld();
    const stored = await storeContent(storeWith(first), randomBytes(size));
    const other = storeWith(second);
    expect(await other.has(stored)).toBe(false);
    expect(await clear.has(stored)).toBe(false);
    const id = storeWith(first).currentKeyId;
    for (const store of [other, clear]) {
      await expect(buffer(store.read(stored))).rejects.toThrow(`encrypted with the key ${id}, which is not in`);
    }
  });
});

describe('an unencrypted file with other bytes is rejected', () => {
  const size = 2_000_000;
  const parts: readonly [string, { start: number; end: number } | undefined][] = [
    ['when it is read as a whole', undefined],
    ['when a range of it is read', { start: 1000, end: 1_500_000 }],
  ];

  test.each(parts)('%s, whether it replaces an encrypted file or not, and is reported each time', async (_, range) => {
    const { path, keyFile, storeWith, clear } = createWorld();
    const reports: string[] = [];
    const onDamaged = (content: { sha256: string }, reason: string) => reports.push(`${content.sha256}: ${reason}`);
    const stored = [
      await storeContent(storeWith(first), randomBytes(size)),
      await storeContent(clear, randomBytes(size)),
    ];
    const store = createContentStore({ dataDir: path, keyFile, onDamaged });
    for (const content of stored) {
      expect((await buffer(store.read(content, range))).length).toBeGreaterThan(0);
      writeFileSync(store.pathOf(content.sha256), randomBytes(size));
      const sentChunks: Buffer[] = [];
      const read = async () => {
        for await (const chunk of store.read(content, range)) sentChunks.push(chunk);
      };
      await expect(read()).rejects.toThrow(
        `${content.sha256} cannot be read: its content has a different SHA-256; restore`,
      );
      // The client gets no complete content, and nothing of a range.
      expect(Buffer.concat(sentChunks).length).toBeLessThan(range === undefined ? size : 1);
    }
    const reason = (sha256: string) =>
      `the stored content ${sha256} cannot be read: its content has a different SHA-256`;
    expect(reports).toEqual(stored.map(({ sha256 }) => expect.stringContaining(`${sha256}: ${reason(sha256)}`)));
  });

  test.each(parts)('%s, even if it is changed only after its verification', async (_, range) => {
    const { clear } = createWorld();
    const stored = await storeContent(clear, randomBytes(size));
    await buffer(clear.read(stored));
    const reading = clear.read(stored, range)[Symbol.asyncIterator]();
    await reading.next();
    writeFileSync(clear.pathOf(stored.sha256), randomBytes(size));
    const readRest = async () => {
      while (!(await reading.next()).done);
    };
    await expect(readRest()).rejects.toThrow('its content has a different SHA-256');
  });
});

async function outcomesOf(store: Store): Promise<string[]> {
  const outcomes: string[] = [];
  for await (const outcome of store.encryptAll()) outcomes.push(outcome);
  return outcomes;
}

describe('keys', () => {
  test('are rotated: earlier keys decrypt, and all contents can be encrypted with the new key', async () => {
    const { path, keyFile, storeWith, clear } = createWorld();
    const contents = sizes.map((size) => randomBytes(size));
    const stored: Awaited<ReturnType<typeof storeContent>>[] = [];
    for (const [index, content] of contents.entries()) {
      stored.push(await storeContent(index % 2 === 0 ? clear : storeWith(first), content));
    }
    // Looks like an encrypted file, but is not encrypted.
    const lookalike = readFileSync(clear.pathOf(stored[3]?.sha256 ?? ''));
    const disguised = await storeContent(clear, lookalike);
    const store = storeWith(`\t${second}`, '', ` ${first} \r`);
    const expectAll = async (reader: Store) => {
      for (const [index, content] of [...contents, lookalike].entries()) {
        const one = [...stored, disguised][index] ?? disguised;
        expect(await reader.has(one)).toBe(true);
        expect((await buffer(reader.read(one))).equals(content)).toBe(true);
      }
    };
    await expectAll(store);
    const environment = { RAMPART_SERVER_DATA_DIR: path, RAMPART_DRIVE_ENCRYPTION_KEY_FILE: keyFile };
    expect(await resultOf(storedContents, environment)).toMatchObject({
      status: 'warning',
      message: '4 of 8 checked contents are not encrypted, and 4 are encrypted with an earlier key',
    });
    expect(await outcomesOf(store)).toEqual(Array(8).fill('encrypted'));
    expect(await outcomesOf(store)).toEqual(Array(8).fill('current'));
    const rotated = storeWith(second);
    await expectAll(rotated);
    expect(readdirSync(join(path, 'drive', 'incoming'))).toEqual([]);
    expect(await resultOf(storedContents, environment)).toMatchObject({
      status: 'ok',
      message: `encrypted with the key ${rotated.currentKeyId}; 8 stored contents checked`,
    });
    storeWith(third);
    expect(await resultOf(storedContents, environment)).toMatchObject({
      status: 'failed',
      message: `8 of 8 checked contents are encrypted with keys that are not available, such as ${rotated.currentKeyId}`,
    });
  });

  test('leave damaged contents as they are', async () => {
    const { storeWith, clear } = createWorld();
    const [damaged, encrypted] = [
      await storeContent(clear, randomBytes(5000)),
      await storeContent(storeWith(first), randomBytes(5000)),
    ];
    flipBit(clear.pathOf(damaged.sha256), 1);
    flipBit(clear.pathOf(encrypted.sha256), headerBytes + 50);
    const filesBefore = [damaged, encrypted].map(({ sha256 }) => readFileSync(clear.pathOf(sha256)));
    expect(await outcomesOf(storeWith(second, first))).toEqual(['damaged', 'damaged']);
    expect([damaged, encrypted].map(({ sha256 }) => readFileSync(clear.pathOf(sha256)))).toEqual(filesBefore);
  });

  test.each([
    ['no key', [], /contains no key; create one with: openssl rand -base64 32$/],
    ['a short key', [first, 'c2hvcnQ='], /line 3 of .* is not a key of 32 bytes in base64 or hexadecimal/],
    ['a long key', [`${first}A`], /line 2 of .* is not a key/],
    ['a long hexadecimal key', [`${second}0`], /line 2 of .* is not a key/],
    ['text before a key', [`key: ${first}`], /line 2 of .* is not a key/],
    ['text before a hexadecimal key', ['', `0x${second}`], /line 3 of .* is not a key/],
  ])('cannot be read from a file with %s, and the message does not contain any key', (_, lines, message) => {
    const { storeWith } = createWorld();
    expect(() => storeWith(...lines)).toThrow(message);
    expect(() => storeWith(...lines)).not.toThrow(/c2hvcnQ/);
  });

  test('cannot be read from a missing file', () => {
    const { path } = createWorld();
    const keyFile = join(path, 'missing');
    expect(() => createContentStore({ dataDir: path, keyFile })).toThrow(
      `[drive] encryption_key_file: ${keyFile} cannot be read (it does not exist)`,
    );
  });
});
