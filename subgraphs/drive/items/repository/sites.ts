import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  cast,
  execute,
  fetchRow,
  fetchRows,
  float8,
  queryBuilder,
  type RowOf,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { content, item, site } from '../tables.js';

export type SiteRecord = typeof site.$inferSelect;

const itemCounts = (() => {
  const where = (condition: ReturnType<typeof sql>) => cast(float8, sql`count(*) filter (where ${condition})`);
  const isExcluded = sql`${item.nextDownloadAtEpoch} = 'infinity'`;
  return {
    items: cast(float8, sql`count(*)`),
    files: where(sql`${item.contentState} <> 'none'`),
    folders: where(sql`${item.isFolder}`),
    storedFiles: where(sql`${item.contentSha256} is not null`),
    storedBytes: cast(float8, sql`coalesce(sum(${content.size}), 0)`),
    pendingDownloads: where(sql`${item.contentState} = 'pending' and not ${isExcluded}`),
    failedDownloads: where(sql`${item.contentState} = 'failed' and ${item.malware} is null and not ${isExcluded}`),
    malwareFiles: where(sql`${item.malware} is not null`),
    excludedFiles: where(isExcluded),
  };
})();
const counts = statement({ siteIds: array(text) }, ({ siteIds }) =>
  queryBuilder
    .select({ siteId: item.siteId, ...itemCounts })
    .from(item)
    .leftJoin(content, eq(content.sha256, item.contentSha256))
    .where(sql`${item.siteId} = any(${siteIds}) and ${item.deletedAtEpoch} is null and not ${item.isRoot}`)
    .groupBy(item.siteId),
);

/** Counts of the items of a site and of their stored contents; without deleted items and the root folder. */
export type ItemCounts = Omit<RowOf<typeof counts>, 'siteId'>;

export const zeroCounts: ItemCounts = {
  ...{ items: 0, files: 0, folders: 0, storedFiles: 0, storedBytes: 0 },
  ...{ pendingDownloads: 0, failedDownloads: 0, malwareFiles: 0, excludedFiles: 0 },
};

/** The item counts of each site, in the order of `siteIds`. */
export async function countItems(executor: Executor, siteIds: readonly string[]): Promise<ItemCounts[]> {
  const found = await run(executor, counts, { siteIds: [...siteIds] });
  const bySite = new Map(found.map(({ siteId, ...of }) => [siteId, of]));
  return siteIds.map((siteId) => bySite.get(siteId) ?? zeroCounts);
}

const siteTypes = { id: text, hostname: text, path: text, name: text, webUrl: text, now: float8 };

/** Inserts a site found by the site lookup, or updates its properties; its items are unchanged. */
export const upsertSite = execute(
  siteTypes,
  (found) => sql`insert into ${site} (id, hostname, path, name, web_url, created_at)
      values (${found.id}, ${found.hostname}, ${found.path}, ${found.name}, ${found.webUrl}, ${found.now})
      on conflict (id) do update set hostname = excluded.hostname, path = excluded.path, name = excluded.name,
        web_url = excluded.web_url`,
);

/** All sites, sorted by hostname and path. */
export const selectSites = fetchRows({}, () =>
  queryBuilder.select().from(site).orderBy(asc(site.hostname), asc(site.path), asc(site.id)),
);

/** The sites with these ids, in any order. */
export const selectSitesByIds = fetchRows({ ids: array(text) }, ({ ids }) =>
  queryBuilder.select().from(site).where(sql`${site.id} = any(${ids})`),
);

/** The site with this id; undefined if there is none. */
export const selectSite = fetchRow({ siteId: text }, ({ siteId }) =>
  queryBuilder.select().from(site).where(eq(site.id, siteId)),
);

/** Sets the earliest time of the next poll of a site. */
export const postponePoll = execute(
  { siteId: text, at: float8 },
  ({ siteId, at }) => sql`update ${site} set next_poll_at = ${at} where ${site.id} = ${siteId}`,
);

const oldestByPath = statement({ hostname: text, path: text }, ({ hostname, path }) =>
  queryBuilder
    .select({ id: site.id })
    .from(site)
    .where(sql`${site.hostname} = ${hostname} and ${site.path} = ${path}`)
    .orderBy(asc(site.createdAtEpoch))
    .limit(1),
);

/** Until the transaction ends, other transactions wait before they insert a site for a served folder. */
const lockInsertion = execute(
  {},
  () => sql`select pg_advisory_xact_lock(hashtextextended('rampart drive folder sites', 0))`,
);

/**
 * Returns the id of the site with this hostname and path; if there is none, inserts `site`. Concurrent calls, as by a
 * server and a command, return the same id.
 */
export async function ensureSite(
  executor: Executor,
  site: { id: string; hostname: string; path: string; name: string; webUrl: string; now: number },
): Promise<string> {
  const existing = await runForRow(executor, oldestByPath, site);
  if (existing !== undefined) return existing.id;
  await lockInsertion(executor, {});
  const inserted = await runForRow(executor, oldestByPath, site);
  if (inserted === undefined) await upsertSite(executor, site);
  return inserted?.id ?? site.id;
}

/**
 * Locks the row of a site and returns the number of its last change; undefined if another run has taken over
 * the site.
 */
export const lockSiteForRun = fetchRow({ siteId: text, runId: bigint }, ({ siteId, runId }) =>
  rawQuery(
    { lastChange: site.lastChange },
    (columns) => sql`select ${columns} from ${site}
        where ${site.id} = ${siteId} and ${site.currentRunId} = ${runId} for update`,
  ),
);

/** The site with a hostname and path, ignoring case; undefined if there is none. */
export const selectSiteByPath = fetchRow({ hostname: text, path: text }, ({ hostname, path }) =>
  queryBuilder
    .select()
    .from(site)
    .where(sql`lower(${site.hostname}) = lower(${hostname})
      and lower(${site.path} collate "default") = lower(${path})`)
    .orderBy(desc(site.createdAtEpoch))
    .limit(1),
);
