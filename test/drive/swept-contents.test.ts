import { utimesSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hourMs } from '../../platform/durations.js';
import { createContentStore } from '../../subgraphs/drive/items/content/content-store.js';
import { recordDownloads, selectDownloads, sweepContents } from '../../subgraphs/drive/items/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';

const siteId = 'contoso.example,1,2';

let world: Awaited<ReturnType<typeof createWorld>>;

beforeEach(async () => {
  world = await createWorld();
});

/** A site with one pending file, whose content is stored, but was removed before and is due to be deleted. */
async function createWorld() {
  const { database } = await openDatabaseForTest();
  const { path: dataDir, remove } = temporaryFolder();
  onTestFinished(remove);
  const content = createContentStore({ dataDir });
  const part = await content.openPart(['test']);
  await part.append(Buffer.from('the content'));
  const stored = await part.finish();
  await part.close();
  utimesSync(content.pathOf(stored.sha256), 1, 1);
  await database.transaction(async (sql) => {
    await sql`insert into drive.site (id, hostname, path, name, web_url, created_at, current_run_id)
      values (${siteId}, 'contoso.example', '/sites/a', 'a', '', 1, 1)`;
    await sql`insert into drive.item (site_id, id, name, is_root, is_folder, size, e_tag, quick_xor_hash, change, content_state)
      values (${siteId}, 'file', 'file', false, false, ${stored.size}, '1', ${stored.quickXorHash}, 1, 'pending')`;
    await sql`insert into drive.removed_content (sha256, removed_at) values (${stored.sha256}, 1)`;
  });
  const clock = { now: () => Date.now() };
  const dependencies = { database, clock, content } as unknown as Parameters<typeof sweepContents>[0];
  return {
    ...{ database, content, dependencies, stored },
    removedContents: async () => await database.sql`select from drive.removed_content`,
  };
}

async function record(work: (recorded: Awaited<ReturnType<typeof recordDownloads>>) => Promise<void> = async () => {}) {
  const { database, content, stored } = world;
  return await database.transaction(async (sql) => {
    const [due] = await selectDownloads(sql, { siteId, now: 1, limit: 1 });
    const downloads = [{ itemId: 'file', contentTag: due?.contentTag ?? '', eTag: '1', ...stored }];
    const recorded = await recordDownloads(sql, { siteId, runId: 1, downloads, now: 1, isStored: content.has });
    await work(recorded);
    return recorded;
  });
}

async function itemState(): Promise<string> {
  const [row] = await world.database.sql<[{ state: string }]>`select content_state as state from drive.item`;
  return row.state;
}

/** Waits until the work has ended, or waits for a lock of another transaction. */
async function untilEndedOrBlocked(work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void work.finally(() => {
    hasEnded = true;
  });
  const isBlocked = () => world.database.sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect(hasEnded || (await isBlocked()).length > 0).toBe(true), { timeout: 60_000 });
}

test('content that a transaction records is not deleted before the transaction commits', async () => {
  let swept: Promise<void> | undefined;
  const recorded = await record(async () => {
    swept = sweepContents(world.dependencies);
    await untilEndedOrBlocked(swept);
  });
  await swept;
  expect(recorded).toEqual({ count: 1, missingIds: new Set() });
  expect([await itemState(), await world.content.has(world.stored)]).toEqual(['stored', true]);
  expect(await world.removedContents()).toHaveLength(0);
});

test('content that was deleted before it is recorded remains pending', async () => {
  let recorded: ReturnType<typeof record> | undefined;
  const content = {
    ...world.content,
    async remove(...args: Parameters<typeof world.content.remove>) {
      recorded = record();
      await untilEndedOrBlocked(recorded);
      return await world.content.remove(...args);
    },
  };
  await sweepContents({ ...world.dependencies, content });
  expect(await recorded).toEqual({ count: 0, missingIds: new Set(['file']) });
  expect([await itemState(), await world.content.has(world.stored)]).toEqual(['pending', false]);
});

test('content that was removed again less than an hour ago is retained', async () => {
  const content = { ...world.content, remove: async () => Promise.reject(new Error('must not be called')) };
  await world.database.sql`update drive.removed_content set removed_at = ${(Date.now() - hourMs / 2) / 1000}`;
  await sweepContents({ ...world.dependencies, content });
  expect(await world.removedContents()).toHaveLength(1);
});

test('content that cannot be deleted does not prevent the deletion of others, and is logged', async () => {
  const stuck = '0'.repeat(64);
  await world.database.sql`insert into drive.removed_content (sha256, removed_at) values (${stuck}, 1)`;
  const warnings: unknown[] = [];
  const remove: typeof world.content.remove = async (name, notAfter) => {
    if (name === stuck) throw new Error('the disk is broken');
    return await world.content.remove(name, notAfter);
  };
  const log = { warn: (facts: { sha256: string }) => warnings.push(facts.sha256) };
  const dependencies = { ...world.dependencies, log, content: { ...world.content, remove } };
  await sweepContents(dependencies as unknown as typeof world.dependencies); // Only `warn` is used.
  expect(warnings).toEqual([stuck]);
  expect(await world.content.has(world.stored)).toBe(false);
  expect(await world.database.sql`select sha256 from drive.removed_content`).toEqual([{ sha256: stuck }]);
});
