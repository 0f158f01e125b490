import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createContentStore } from '../../subgraphs/drive/items/content/content-store.js';
import { chunkBytes } from '../../subgraphs/drive/items/content/encrypted-format.js';
import { temporaryFolder } from '../support/running-server.js';
import { hasObjectStore, ObjectStore } from './support/object-store.js';

describe.skipIf(!hasObjectStore)('contents in a bucket', () => {
  let objects: ObjectStore;
  let buckets = 0;
  beforeAll(async () => {
    objects = await ObjectStore.start();
  });
  afterAll(() => objects.stop());
  afterEach(() => {
    objects.fault = undefined;
  });

  async function openWorld(options: { isEncrypted?: boolean } = {}) {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const bucketName = `bucket-${++buckets}`;
    const bucket = await objects.createBucket(bucketName);
    const keyFile = join(folder.path, 'keys');
    writeFileSync(keyFile, randomBytes(32).toString('base64'));
    const pauses: number[] = [];
    const timing = { sleep: async (seconds: number) => void pauses.push(seconds), random: () => 1 };
    const keys = options.isEncrypted === true ? { keyFile } : {};
    const damaged: string[] = [];
    const onDamaged = (_: unknown, reason: string) => damaged.push(reason);
    const open = (changed = {}) =>
      createContentStore({ dataDir: folder.path, ...keys, bucket: { ...bucket, ...changed }, timing, onDamaged });
    return {
      ...{ path: folder.path, store: open(), open, client: objects.client(bucketName), pauses, damaged, keyFile },
      directory: createContentStore({ dataDir: folder.path, ...keys }),
    };
  }

  type Store = ReturnType<typeof createContentStore>;

  async function put(store: Store, content: Buffer) {
    const part = await store.openPart([createHash('md5').update(content).digest('hex')]);
    try {
      await part.append(content);
      const { sha256, size } = await part.finish();
      return { sha256, size };
    } finally {
      await part.close();
      await part.discard();
    }
  }

  async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
    const collected: Item[] = [];
    for await (const item of items) collected.push(item);
    return collected;
  }

  const bytesOf = async (client: ReturnType<ObjectStore['client']>, sha256: string) =>
    Buffer.from((await client.getObjectArrayBuffer(keyOf(sha256))) ?? new ArrayBuffer(0));
  const keyOf = (sha256: string) => `contents/${sha256.slice(0, 2)}/${sha256}`;
  const uploadBytes = 8 << 20;
  const ranges = [
    [0, 1],
    [1, 5 * chunkBytes],
    [chunkBytes - 1, 2],
    [4 * chunkBytes, chunkBytes + 7],
    [uploadBytes - 1, 2],
  ] as const;

  describe.each([false, true])('with encryption: %s', (isEncrypted) => {
    test('are read as they were stored, in whole and in ranges', async () => {
      const { store, path } = await openWorld({ isEncrypted });
      // Contents without encryption are uploaded in parts by other tests.
      const sizes = [0, 1, chunkBytes, 5 * chunkBytes + 77, ...(isEncrypted ? [uploadBytes + 12_345] : [])];
      for (const size of sizes) {
        const content = randomBytes(size);
        expect(await store.has({ sha256: createHash('sha256').update(content).digest('hex'), size })).toBe(false);
        const stored = await put(store, content);
        expect(await store.has(stored)).toBe(true);
        expect((await buffer(store.read(stored))).equals(content)).toBe(true);
        for (const [start, length] of ranges) {
          const range = { start, end: Math.min(start + length, size) - 1 };
          if (range.end < start) continue;
          expect((await buffer(store.read(stored, range))).equals(content.subarray(start, range.end + 1))).toBe(true);
        }
      }
      expect(readdirSync(join(path, 'drive'), { recursive: true })).toEqual(['incoming']);
    });

    test('are rejected and reported if they were changed', async () => {
      const { store, client, damaged } = await openWorld({ isEncrypted });
      const [one, other] = [await put(store, randomBytes(200_000)), await put(store, randomBytes(200_000))];
      const bytes = await bytesOf(client, one.sha256);
      bytes[150_000] = (bytes[150_000] ?? 0) ^ 1;
      await client.putObject(keyOf(one.sha256), bytes);
      await client.copyObject(keyOf(one.sha256), keyOf(other.sha256));
      await expect(buffer(store.read(one))).rejects.toThrow(/cannot be read: its/);
      await expect(buffer(store.read(other, { start: 0, end: 10 }))).rejects.toThrow(/cannot be read: its/);
      await client.deleteObject(keyOf(one.sha256));
      await expect(buffer(store.read(one))).rejects.toThrow('its file is missing');
      expect(damaged).toHaveLength(3);
      await put(store, Buffer.from('stored again'));
    });

    test('are downloaded completely even if the connection breaks', async () => {
      const { store, open, pauses } = await openWorld({ isEncrypted });
      const content = randomBytes(3_000_000);
      const stored = await put(store, content);
      objects.cuts.push(10_000_000, 100_000, 30_000, 1);
      expect((await buffer(open().read(stored))).equals(content)).toBe(true);
      expect([objects.cuts, pauses.length]).toEqual([[], 3]);
    });
  });

  test('with the same bytes are uploaded once, and are not removed if they were stored again recently', async () => {
    const { store, client } = await openWorld();
    const content = randomBytes(1000);
    const { sha256 } = await put(store, content);
    const requestCount = objects.requests.length;
    await put(store, content);
    expect(objects.requests.slice(requestCount).filter((line) => line.startsWith('PUT'))).toHaveLength(1); // It copies the object.
    expect(await store.remove(sha256, Date.now() - 3_600_000)).toBe(false);
    expect(await client.objectExists(keyOf(sha256))).toBe(true);
    expect(await store.remove(sha256, Date.now() + 3_600_000)).toBe(true);
    expect(await client.objectExists(keyOf(sha256))).toBe(false);
    expect(await store.remove(sha256, 0)).toBe(true);
  });

  describe('a server that', () => {
    const slowDown = (headers: Record<string, string>, times: number) => () => {
      let remaining = times;
      objects.fault = (_, response) => {
        if (remaining-- <= 0) return false;
        response.writeHead(503, headers).end('<Error><Code>SlowDown</Code></Error>');
        return true;
      };
    };

    test('requests a pause is queried again after the pause, unless the pause is long', async () => {
      const { store, pauses } = await openWorld();
      slowDown({ 'retry-after': '7' }, 3)();
      const stored = await put(store, randomBytes(100));
      expect(pauses).toEqual([7, 7, 7]);
      slowDown({ 'retry-after': '300' }, 1)();
      await expect(buffer(store.read(stored))).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        details: { retryAfterSeconds: 300 },
      });
    });

    test('always fails is abandoned after five attempts', async () => {
      const { store, pauses } = await openWorld();
      slowDown({}, 100)();
      await expect(put(store, randomBytes(100))).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringMatching(/^The object store 127.0.0.1:\d+ cannot be used: it returned status 503$/),
      });
      expect(pauses).toEqual([0.5, 1, 2, 4]);
    });

    test.each([
      ['denies access', { s3SecretAccessKey: 'wrong' }, /access to the bucket .* is denied \(SignatureDoesNotMatch\)/],
      ['has no such bucket', { s3Bucket: 'another' }, /the bucket another does not exist/],
      ['cannot be reached', { s3Endpoint: 'http://127.0.0.1:9' }, /it cannot be reached/],
    ])('%s is reported, and no content counts as damaged', async (_, changed, message) => {
      const { open, damaged } = await openWorld();
      const store = open(changed);
      const empty = { sha256: createHash('sha256').update('').digest('hex'), size: 0 };
      for (const work of [() => put(store, randomBytes(9)), () => buffer(store.read(empty)), () => store.has(empty)]) {
        await expect(work()).rejects.toMatchObject({
          code: 'STORE_UNAVAILABLE',
          message: expect.stringMatching(message),
        });
      }
      expect(damaged).toEqual([]);
    });

    test('redirects to another server is not followed', async () => {
      const { store } = await openWorld();
      objects.fault = (_, response) => {
        response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
        return true;
      };
      await expect(put(store, randomBytes(9))).rejects.toThrow(/failed with status 307/);
    });
  });

  test('do not exist before the end of an upload in parts, and abandoned parts are removed', async () => {
    const { store, open, client } = await openWorld();
    const content = randomBytes(uploadBytes + 5);
    const sha256 = createHash('sha256').update(content).digest('hex');
    objects.fault = ({ url = '', method }, response) => {
      if (method === 'DELETE' || /partNumber=2/.test(url)) response.writeHead(403).end();
      return response.writableEnded;
    };
    await expect(put(store, content)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    objects.fault = undefined;
    expect(await client.objectExists(keyOf(sha256))).toBe(false);
    const uploads = async () =>
      JSON.stringify(await client.listMultipartUploads('/', '', 'GET', { prefix: 'contents/' }));
    expect(await uploads()).toContain(sha256);
    await open().sweepParts({ now: Date.now(), keepsFinished: false });
    expect(await uploads()).toContain(sha256);
    await open().sweepParts({ now: Date.now() + 2 * 86_400_000, keepsFinished: false });
    expect(await uploads()).not.toContain(sha256);
    expect((await buffer(open().read(await put(open(), content)))).equals(content)).toBe(true);
  });

  test('are moved from the directory and back, and remain readable; damaged ones are not moved', async () => {
    const { store, directory } = await openWorld({ isEncrypted: true });
    const contents = [0, 10, 3 * chunkBytes, uploadBytes + 1].map((size) => randomBytes(size));
    const stored = await Promise.all(contents.map((content) => put(directory, content)));
    const broken = await put(directory, randomBytes(1000));
    const brokenFile = directory.pathOf(broken.sha256);
    const bytes = readFileSync(brokenFile);
    bytes[500] = (bytes[500] ?? 0) ^ 1;
    writeFileSync(brokenFile, bytes);
    async function expectAll() {
      for (const [index, content] of stored.entries()) {
        expect((await buffer(store.read(content))).equals(contents[index] ?? Buffer.alloc(0))).toBe(true);
      }
    }
    await expectAll();
    const moved = await collect(store.moveAll('bucket'));
    expect(moved.toSorted()).toEqual(['damaged', 'moved', 'moved', 'moved', 'moved']);
    await expectAll();
    expect(await Promise.all(stored.map((content) => directory.has(content)))).toEqual(stored.map(() => false));
    expect(await collect(store.moveAll('bucket'))).toEqual(['damaged']);
    expect(await collect(store.moveAll('directory'))).toEqual(stored.map(() => 'moved'));
    expect(await Promise.all(stored.map((content) => directory.has(content)))).toEqual(stored.map(() => true));
    await expectAll();
  });

  test('are encrypted by the command, and remain readable', async () => {
    const { store, path, keyFile, client } = await openWorld();
    const content = randomBytes(5 * chunkBytes + 70_000);
    const stored = await put(store, content);
    const bucket = await objects.createBucket(`bucket-${buckets}`);
    const encrypted = createContentStore({ dataDir: path, keyFile, bucket });
    expect(await collect(encrypted.keyIds())).toEqual([null]);
    expect(await collect(encrypted.encryptAll())).toEqual(['encrypted']);
    expect(await collect(encrypted.encryptAll())).toEqual(['current']);
    expect(await collect(encrypted.keyIds())).toEqual([encrypted.currentKeyId]);
    expect((await buffer(encrypted.read(stored))).equals(content)).toBe(true);
    expect((await bytesOf(client, stored.sha256)).includes(content.subarray(0, 100))).toBe(false);
  });
});
