import { expect, test } from 'vitest';
import { recordDownloads, selectDownloads } from '../../subgraphs/drive/items/index.js';
import { openDatabaseForTest } from '../support/index.js';

const files = 3000;

test('recording downloads reads items by key, even if the table has no statistics', async () => {
  const { database } = await openDatabaseForTest();
  await database.sql`alter table drive.item set (autovacuum_enabled = off)`;
  const siteId = 'contoso.example,1,2';
  await database.transaction(async (sql) => {
    await sql`insert into drive.site (id, hostname, path, name, web_url, created_at, current_run_id)
      values (${siteId}, 'contoso.example', '/sites/a', 'a', '', 1, 1)`;
    await sql`insert into drive.item (site_id, id, name, is_root, is_folder, size, e_tag, quick_xor_hash, change, content_state)
      select ${siteId}, 'item-' || n, 'file-' || n, false, false, 9, n::text, 'hash', n, 'pending'
      from generate_series(1, ${files}::int) n`;
  });
  const fetched = await database.transaction(async (sql) => {
    const dueDownloads = await selectDownloads(sql, { siteId, now: 1, limit: 64 });
    const downloads = dueDownloads.map(({ id: itemId, contentTag, eTag }, number) => {
      return { itemId, contentTag, eTag, sha256: String(number), size: 9, quickXorHash: 'hash' };
    });
    const isStored = async () => true;
    const recorded = await recordDownloads(sql, { siteId, runId: 1, downloads, now: 1, isStored });
    expect(recorded).toEqual({ count: 64, missingIds: new Set() });
    const [row] = await sql<[{ count: number }]>`
      select pg_stat_get_xact_tuples_fetched('drive.item'::regclass)::int as count`;
    return row.count;
  });
  expect(fetched).toBeLessThan(200);
});
