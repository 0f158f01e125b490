import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BlockWriter, blockBytes } from '../../subgraphs/drive/items/content/block-writer.js';
import { createContentStore } from '../../subgraphs/drive/items/content/content-store.js';
import { beginThreadHash } from '../../subgraphs/drive/items/content/hash-thread.js';
import { QuickXorHash } from '../../subgraphs/drive/items/content/quick-xor-hash.js';
import { temporaryFolder } from '../support/running-server.js';

const folder = temporaryFolder();
afterAll(folder.remove);
const store = createContentStore({ dataDir: folder.path });

function factsOf(content: Uint8Array) {
  return {
    sha256: createHash('sha256').update(content).digest('hex'),
    quickXorHash: new QuickXorHash().update(content).digest(),
    size: content.length,
  };
}

/** Appends in irregular chunks, like those of a network. */
async function appendAll(part: { append(chunk: Uint8Array): Promise<void> }, content: Uint8Array): Promise<void> {
  for (let start = 0, step = 40_001; start < content.length; start += step, step = (step * 7) % 65_521)
    await part.append(content.subarray(start, start + step));
}

describe('content in the store', () => {
  test.each([0, 1, blockBytes - 1, blockBytes, blockBytes + 1, 2 * blockBytes, 7 * blockBytes + 12_345])(
    'of %d bytes is hashed as it was written',
    async (size) => {
      const content = randomBytes(size);
      const part = await store.openPart(['size', String(size)]);
      await appendAll(part, content);
      expect(part.quickXorHash()).toBe(factsOf(content).quickXorHash);
      expect(await part.finish()).toMatchObject(factsOf(content));
      await part.close();
      expect(readFileSync(store.pathOf(factsOf(content).sha256)).equals(content)).toBe(true);
    },
  );

  test('is resumed after an interruption, and hashed from its beginning', async () => {
    const content = randomBytes(5 * blockBytes + 7);
    const first = await store.openPart(['broken']);
    await appendAll(first, content.subarray(0, 3 * blockBytes + 5));
    await first.close();
    const second = await store.openPart(['broken']);
    expect(second.length).toBe(3 * blockBytes + 5);
    await appendAll(second, content.subarray(second.length));
    expect(await second.finish()).toMatchObject(factsOf(content));
    await second.close();
  });

  test('waits for other parts that are being received if the disk has no room for all of them, and fails if there are none', async () => {
    const full = createContentStore({ dataDir: folder.path, freeBytes: async () => 1000 });
    const first = await full.openPart(['first']);
    const second = await full.openPart(['second']);
    const order: string[] = [];
    await first.reserve(700);
    await second.reserve(300);
    const waiting = second.reserve(301).then(() => order.push('second'));
    await expect(second.reserve(1001)).rejects.toThrow('which has room for 1000 bytes; free some space');
    order.push('first');
    await first.close();
    await waiting;
    expect(order).toEqual(['first', 'second']);
    await expect(second.reserve(1001)).rejects.toThrow('its remaining 1001 bytes do not fit on the disk');
    await second.reserve(1000);
    await second.close();
    await first.discard();
    await second.discard();
  });

  test('contains no earlier bytes after it is cleared', async () => {
    const part = await store.openPart(['anew']);
    await appendAll(part, randomBytes(3 * blockBytes));
    part.quickXorHash();
    await part.clear();
    const content = randomBytes(2 * blockBytes + 1);
    await appendAll(part, content);
    expect(await part.finish()).toMatchObject(factsOf(content));
    await part.close();
  });

  test('is stored correctly among many concurrent ones', async () => {
    const contents = Array.from({ length: 12 }, (_, index) => randomBytes(2 * blockBytes + index));
    const storedContents = await Promise.all(
      contents.map(async (content, index) => {
        const part = await store.openPart(['many', String(index)]);
        await appendAll(part, content);
        const identity = await part.finish();
        await part.close();
        return identity;
      }),
    );
    expect(storedContents).toMatchObject(contents.map(factsOf));
  });

  test('replaces a file of another size that has its name', async () => {
    const content = randomBytes(1000);
    const { sha256 } = factsOf(content);
    const part = await store.openPart(['cut']);
    await part.append(content);
    await part.finish();
    await part.close();
    writeFileSync(store.pathOf(sha256), 'cut by a broken disk');
    expect(await store.has({ sha256, size: 1000 })).toBe(false);
    const secondPart = await store.openPart(['cut again']);
    await secondPart.append(content);
    await secondPart.finish();
    await secondPart.close();
    expect(readFileSync(store.pathOf(sha256)).equals(content)).toBe(true);
  });

  test.each([
    '',
    '..',
    '../../admin-token',
    'a'.repeat(63),
    'A'.repeat(64),
    `${'a'.repeat(64)}/..`,
    `${'a'.repeat(64)}\0`,
  ])('must be named by a SHA-256: %j is rejected', (name) => {
    expect(() => store.pathOf(name)).toThrow('named by its SHA-256');
  });

  test('has a file name that never contains input from a site', async () => {
    const incoming = join(folder.path, 'drive', 'incoming');
    const namesBefore = new Set(readdirSync(incoming));
    const part = await store.openPart(['../../site', 'a/b']);
    expect(readdirSync(incoming).filter((name) => !namesBefore.has(name))).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    await part.close();
  });
});

test('blocks are written in order, and none after a failed one, which prevents gaps', async () => {
  const places: number[] = [];
  const first = Promise.withResolvers<{ bytesWritten: number }>();
  const file = {
    write(_bytes: Buffer, _offset: number, bytesWritten: number, position: number) {
      places.push(position);
      return position === 0 ? first.promise : Promise.resolve({ bytesWritten });
    },
  };
  const writer = new BlockWriter({ file, position: 0, hash: () => undefined });
  await writer.append(Buffer.alloc(3 * blockBytes));
  await new Promise((resolve) => setImmediate(resolve));
  expect(places).toEqual([0]);
  first.reject(new Error('the disk is full'));
  await expect(writer.flush()).rejects.toThrow('the disk is full');
  await writer.abandon();
  expect(places).toEqual([0]);
});

test('a part fails if its hashing thread ends, and the next attempt hashes it correctly', async () => {
  const content = randomBytes(4 * blockBytes + 1);
  const part = await store.openPart(['thread']);
  await part.append(content.subarray(0, 2 * blockBytes));
  // One for each possible thread; each is assigned to the least busy one.
  const poisoned = Array.from({ length: 8 }, beginThreadHash);
  if (poisoned[0] === undefined) return await part.close(); // A machine with one core uses no threads.
  const poison = 7 as unknown as Uint8Array; // A value that cannot be hashed crashes the thread.
  for (const { status } of await Promise.allSettled(poisoned.map((hash) => hash?.update(poison))))
    expect(status).toBe('rejected');
  await expect(appendAll(part, content.subarray(2 * blockBytes)).then(() => part.finish())).rejects.toThrow('thread');
  await part.close().catch(() => undefined);
  const secondPart = await store.openPart(['thread']);
  await appendAll(secondPart, content.subarray(secondPart.length));
  expect(await secondPart.finish()).toMatchObject(factsOf(content));
  await secondPart.close();
});

test('a thread computes the hashes of several contents separately', async () => {
  const hash = beginThreadHash();
  if (hash === undefined) return; // A machine with one core uses no threads.
  const content = randomBytes(blockBytes);
  await hash.update(content);
  const other = beginThreadHash();
  await other?.update(content.subarray(0, 10));
  expect(await hash.digest()).toBe(factsOf(content).sha256);
  expect(await other?.digest()).toBe(factsOf(content.subarray(0, 10)).sha256);
  hash.release();
  other?.release();
});
