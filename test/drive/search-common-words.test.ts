import { expect, test } from 'vitest';
import { searchItems } from '../../subgraphs/drive/search/repository/search.js';
import { openDatabaseForTest } from '../support/index.js';

const files = 10_100;

test('a common word finds 10,000 files: the newest by rank, then the others; a filter finds the rest', async () => {
  const { database } = await openDatabaseForTest();
  const { sql } = database;
  await sql`insert into drive.site (id, hostname, path, name, web_url, created_at)
    values ('site', 'contoso.example', '/sites/a', 'a', '', 1)`;
  await sql`insert into drive.content (sha256, size, quick_xor_hash, stored_at, text_version)
    select n::text, 9, '', 1, 1 from generate_series(1, ${files}::int) n`;
  // File 9050 is among the newest thousand of those that are found; file 10, which would have the best rank, is not.
  await sql`insert into drive.content_text (sha256, state, attempts, format, text, words)
    select n::text, 'extracted', 1, 'text', t.text, to_tsvector('simple', t.text) from generate_series(1, ${files}::int) n,
      lateral (select repeat('quarterly ', case n when 10 then 9 when 9050 then 5 else 1 end) as text) t`;
  await sql`insert into drive.item (site_id, id, name, is_root, is_folder, size, modified_at, change, content_state, content_sha256)
    select 'site', to_char(n, 'FM00000'), n || '.bin', false, false, 9, n, n, 'stored', n::text
    from generate_series(1, ${files}::int) n`;

  const query = { textQuery: 'quarterly', namePattern: '^(?=.*quarterly)', siteIds: null, endings: null, limit: files };
  const first = { afterRank: null, afterSiteId: null, afterId: null };
  const numbersOf = async (modifiedFrom: number | null) => {
    const found = await searchItems(sql, { ...query, ...first, modifiedFrom, modifiedBefore: null });
    return found.map(({ id }) => Number(id));
  };
  const numbers = Array.from({ length: 10_000 }, (_, index) => index + 1);
  const newest = numbers.filter((number) => number > 9000 && number !== 9050);
  expect(await numbersOf(null)).toEqual([9050, ...newest, ...numbers.slice(0, 9000)]);
  expect(await numbersOf(10_001)).toEqual(Array.from({ length: 100 }, (_, index) => 10_001 + index));
});
