import { beforeAll, describe, expect, test } from 'vitest';
import { searchItems } from '../../subgraphs/drive/search/repository/search.js';
import { openTestDatabase } from '../support/index.js';

const files = 10_100;
const { database, close } = await openTestDatabase();
const { sql } = database;

beforeAll(async () => {
  await sql`insert into drive.site (id, hostname, path, name, web_url, created_at)
    values ('site', 'contoso.example', '/sites/a', 'a', '', 1)`;
  // The order in which texts are stored says nothing about their age.
  await sql`insert into drive.content (sha256, size, quick_xor_hash, stored_at, text_version)
    select n::text, 9, '', 1, 1 from generate_series(1, ${files}::int) n order by n * 7919 % ${files}`;
  // File 9500 has the best rank of the newest thousand; file 10, which would have a better one, is too old to be found.
  await sql`insert into drive.content_text (sha256, state, attempts, format, text, words)
    select n::text, 'extracted', 1, 'text', t.text, to_tsvector('simple', t.text) from generate_series(1, ${files}::int) n,
      lateral (select repeat('quarterly report ', case n when 10 then 9 when 9500 then 5 else 1 end)
        || case n % 100 when 0 then 'the figures of march' else 'march of the figures' end as text) t
      order by n * 7919 % ${files}`;
  await sql`insert into drive.item (site_id, id, name, is_root, is_folder, size, modified_at, change, content_state, content_sha256)
    select 'site', to_char(n, 'FM00000'), n || '.bin', false, false, 9, n, n, 'stored', n::text
    from generate_series(1, ${files}::int) n`;
  return close;
});

interface Page {
  readonly limit?: number;
  readonly modifiedFrom?: number;
  readonly after?: { readonly id: string; readonly rank: number } | undefined;
}

async function search(query: string, { limit = files, modifiedFrom, after }: Page = {}) {
  return await searchItems(sql, {
    ...{ textQuery: query, namePatterns: ['quarterly'], siteIds: null, endings: null, limit },
    ...{ modifiedFrom: modifiedFrom ?? null, modifiedBefore: null },
    ...{ afterRank: after?.rank ?? null, afterSiteId: after ? 'site' : null, afterId: after?.id ?? null },
  });
}

const numbersOf = (results: readonly { readonly id: string }[]) => results.map(({ id }) => Number(id));
const newest = Array.from({ length: 10_000 }, (_, index) => index + 101);

describe.each(['quarterly', '"quarterly report"', 'quarterly -draft'])(
  'a search for %s, which is in all texts,',
  (query) => {
    test('finds the newest 10,000 files, orders the newest thousand by rank, and reports that there are more', async () => {
      const results = await search(query);
      const ranked = newest.filter((number) => number > 9100 && number !== 9500);
      expect(numbersOf(results)).toEqual([9500, ...ranked, ...newest.slice(0, 9000)]);
      expect(results.every(({ isBounded }) => isBounded)).toBe(true);
    });

    test('finds the same files page by page', async () => {
      const paged: Awaited<ReturnType<typeof search>> = [];
      do paged.push(...(await search(query, { limit: 2500, after: paged.at(-1) })));
      while (paged.length % 2500 === 0 && paged.length < 10_000);
      expect(paged).toEqual(await search(query));
    });

    test('finds all files with a filter that at most 10,000 files match', async () => {
      const results = await search(query, { modifiedFrom: 101 });
      expect(numbersOf(results).toSorted((one, other) => one - other)).toEqual(newest);
      expect(results.some(({ isBounded }) => isBounded)).toBe(false);
    });
  },
);

test('a phrase of common words is found in all texts, not only in the newest', async () => {
  const results = await search('"figures of march"');
  expect(numbersOf(results).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 101 }, (_, index) => 100 * (index + 1)),
  );
  expect(numbersOf(await search('quarterly -"of the figures"'))).toHaveLength(101);
});
