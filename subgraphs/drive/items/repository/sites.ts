import { type Executor, runStatement } from '../../../../platform/database/index.js';

export interface SiteRecord {
  id: string;
  hostname: string;
  path: string;
  name: string;
  webUrl: string;
  lastChange: number;
  deltaLink: string | null;
  nextPollAtEpoch: number;
}

/** Counts of the items of a site that are not deleted. */
export interface ItemCounts {
  items: number;
  files: number;
  folders: number;
  storedFiles: number;
  storedBytes: number;
  pendingDownloads: number;
  failedDownloads: number;
}

/** Counts the items of a site and their stored contents, without the root folder. */
export async function countItems(sql: Executor, siteId: string): Promise<ItemCounts> {
  const [row] = await runStatement<ItemCounts>(
    sql,
    `select count(*)::float8 as items, (count(*) filter (where content_state <> 'none'))::float8 as files,
       (count(*) filter (where is_folder))::float8 as folders,
       (count(*) filter (where content_sha256 is not null))::float8 as "storedFiles",
       coalesce(sum(content.size), 0)::float8 as "storedBytes",
       (count(*) filter (where content_state = 'pending'))::float8 as "pendingDownloads",
       (count(*) filter (where content_state = 'failed'))::float8 as "failedDownloads"
     from drive.item left join drive.content on content.sha256 = item.content_sha256
     where site_id = $1 and deleted_at is null and not is_root`,
    [siteId],
  );
  return row ?? noItems; // Counts always have a row.
}

export const noItems: ItemCounts = {
  items: 0,
  files: 0,
  folders: 0,
  storedFiles: 0,
  storedBytes: 0,
  pendingDownloads: 0,
  failedDownloads: 0,
};

const siteColumns = `id, hostname, path, name, web_url as "webUrl", last_change::float8 as "lastChange",
  delta_link as "deltaLink", next_poll_at as "nextPollAtEpoch"`;

/** Inserts a site as found by the site lookup, or updates its properties; its items are kept. */
export async function upsertSite(
  sql: Executor,
  site: { id: string; hostname: string; path: string; name: string; webUrl: string; now: number },
): Promise<void> {
  await runStatement(
    sql,
    `insert into drive.site (id, hostname, path, name, web_url, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set hostname = excluded.hostname, path = excluded.path, name = excluded.name,
       web_url = excluded.web_url`,
    [site.id, site.hostname, site.path, site.name, site.webUrl, site.now],
  );
}

export async function selectSites(sql: Executor): Promise<SiteRecord[]> {
  return await runStatement(sql, `select ${siteColumns} from drive.site order by hostname, path, id`);
}

/** These sites, in any order. */
export async function selectSitesByIds(sql: Executor, ids: readonly string[]): Promise<SiteRecord[]> {
  return await runStatement(sql, `select ${siteColumns} from drive.site where id = any($1::text[])`, [ids]);
}

export async function selectSite(sql: Executor, id: string): Promise<SiteRecord | undefined> {
  return (await selectSitesByIds(sql, [id]))[0];
}

/** Schedules the next poll: none starts before this time. */
export async function postponePoll(sql: Executor, poll: { siteId: string; at: number }): Promise<void> {
  await runStatement(sql, 'update drive.site set next_poll_at = $2 where id = $1', [poll.siteId, poll.at]);
}

/** The site with this host name and path, inserted with the offered id when there is none. */
export async function ensureSite(
  sql: Executor,
  site: { offeredId: string; hostname: string; path: string; name: string; webUrl: string; now: number },
): Promise<{ id: string; lastChange: number }> {
  const found = `select id, last_change::float8 as "lastChange" from drive.site where hostname = $1 and path = $2
    order by created_at limit 1`;
  const [known] = await runStatement<{ id: string; lastChange: number }>(sql, found, [site.hostname, site.path]);
  if (known !== undefined) return known;
  await runStatement(
    sql,
    'insert into drive.site (id, hostname, path, name, web_url, created_at) values ($1, $2, $3, $4, $5, $6)',
    [site.offeredId, site.hostname, site.path, site.name, site.webUrl, site.now],
  );
  return { id: site.offeredId, lastChange: 0 };
}

/** Locks the site's row and returns its newest change; undefined when another run has taken over. */
export async function lockSiteForRun(
  sql: Executor,
  run: { siteId: string; runId: number },
): Promise<{ lastChange: number } | undefined> {
  const rows = await runStatement<{ lastChange: number }>(
    sql,
    `select last_change::float8 as "lastChange" from drive.site where id = $1 and current_run_id = $2 for update`,
    [run.siteId, run.runId],
  );
  return rows[0];
}

/** A site by host name and path, ignoring case. */
export async function selectSiteByPath(
  sql: Executor,
  site: { hostname: string; path: string },
): Promise<{ id: string; name: string; webUrl: string; path: string; createdAtEpoch: number } | undefined> {
  const rows = await runStatement<{ id: string; name: string; webUrl: string; path: string; createdAtEpoch: number }>(
    sql,
    `select id, name, web_url as "webUrl", path, created_at as "createdAtEpoch" from drive.site
     where lower(hostname) = lower($1) and lower(path) = lower($2) order by created_at desc limit 1`,
    [site.hostname, site.path],
  );
  return rows[0];
}
