import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../platform/database/index.js';
import {
  bigint,
  boolean,
  cast,
  execute,
  fetchRow,
  fetchRows,
  float8,
  hasPassed,
  hasRow,
  integer,
  jsonb,
  type RowOf,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import type { ContentProfile } from '../content/content-profile.js';
import { item, site } from '../tables.js';
import { contentTag, type StoredContent } from './items.js';
import { retainContents } from './removal.js';

const { siteId, id, name, size, eTag, quickXorHash, downloadAttempts: attempts } = item;
const pendingColumns = {
  siteId,
  id,
  name,
  size,
  eTag,
  quickXorHash,
  attempts,
  contentTag: cast(text, contentTag(item)),
};
const isPending = sql`${item.deletedAtEpoch} is null and ${item.contentState} = 'pending'`;

/** Number of files whose existence is verified concurrently. */
const parallelReads = 16;

/** Maximum number of seconds between a failed download and its retry. */
export const maxRetrySeconds = 1200;

/** Whether a download is due. Downloads of excluded files, whose time is infinite, are not due. */
function isDue(now: SQLWrapper): SQL {
  const { nextDownloadAtEpoch: at } = item;
  return sql`${at} < 'infinity' and ${hasPassed(at, { now, maxPause: maxRetrySeconds })}`;
}

/** Files of a site whose download is due, longest overdue first. */
export const selectDownloads = fetchRows({ siteId: text, now: float8, limit: integer }, (parameters) =>
  rawQuery(
    pendingColumns,
    (columns) => sql`select ${columns} from ${item}
      where ${item.siteId} = ${parameters.siteId} and ${isPending} and ${isDue(parameters.now)}
      order by ${item.nextDownloadAtEpoch}, ${item.id} limit ${parameters.limit}`,
  ),
);

/** A file whose newest content is not stored yet. */
export type PendingDownload = RowOf<typeof selectDownloads>;

/** Whether a site has downloads that are due. */
export const hasDueDownloads = hasRow(
  { siteId: text, now: float8 },
  (parameters) => sql`select from ${item}
      where ${item.siteId} = ${parameters.siteId} and ${isPending} and ${isDue(parameters.now)} limit 1`,
);

/** The smallest file of a site whose newest content is stored; undefined if there is none. */
export const selectStoredFile = fetchRow({ siteId: text }, (parameters) =>
  rawQuery(
    { id },
    (columns) => sql`select ${columns} from ${item}
      where ${item.siteId} = ${parameters.siteId} and ${item.deletedAtEpoch} is null
        and ${item.contentState} = 'stored' and ${item.malware} is null
      order by ${item.size}, ${item.id} limit 1`,
  ),
);

/**
 * Stored content, and the item properties that the site reported when the download started. The profile is absent for
 * files of a served folder.
 */
export interface CompletedDownload extends StoredContent, Partial<ContentProfile> {
  itemId: string;
  contentTag: string;
  eTag: string | null;
}

const claimNumbers = statement({ siteId: text, runId: bigint, count: bigint }, (parameters) =>
  rawQuery(
    { base: cast(bigint, sql`last_change - ${parameters.count}`) },
    (columns) => sql`update ${site} set last_change = last_change + ${parameters.count}
      where ${site.id} = ${parameters.siteId} and ${site.currentRunId} = ${parameters.runId} returning ${columns}`,
  ),
);

const recordTypes = { siteId: text, base: bigint, downloads: jsonb<readonly CompletedDownload[]>(), now: float8 };
/**
 * Records downloaded contents. `downloaded` has the site id as a column, so PostgreSQL looks items up by their keys. If
 * the site id were compared with a parameter, it would read all items of the site as long as the table has no
 * statistics, as after a first delta query.
 */
const recordContents = statement(recordTypes, (parameters) =>
  rawQuery(
    { itemId: cast(text, sql`id`) },
    (columns) => sql`
with downloaded as (
  select ${parameters.siteId} as site_id, entry.position, entry.item->>'itemId' as item_id,
    entry.item->>'contentTag' as content_tag,
    entry.item->>'sha256' as sha256, (entry.item->>'size')::bigint as size, entry.item->>'eTag' as e_tag,
    entry.item->>'quickXorHash' as quick_xor_hash, entry.item->>'format' as format,
    (entry.item->>'entropy')::float8 as entropy, (entry.item->>'chiSquare')::float8 as chi_square
  from jsonb_array_elements(${parameters.downloads}) with ordinality as entry (item, position)
), contents as (
  insert into drive.content (sha256, size, quick_xor_hash, stored_at, format, entropy, chi_square)
  select distinct on (sha256) sha256, size, quick_xor_hash, ${parameters.now}, format, entropy, chi_square from downloaded
  on conflict do nothing
), stored as (
  update drive.item i set content_state = 'stored', content_sha256 = d.sha256, content_tag = d.content_tag,
    change = ${parameters.base} + d.position, download_attempts = 0, download_error = null, next_download_at = 0
  from downloaded d
  where i.site_id = d.site_id and i.id = d.item_id and i.deleted_at is null
    and ${contentTag(alias(item, 'i'))} = d.content_tag
  returning i.id, i.name, i.parent_id, i.modified_at, i.modified_by, i.change, d.sha256, d.e_tag
), versions as (
  insert into drive.item_version (site_id, item_id, change, name, sha256, e_tag, modified_at, modified_by, stored_at)
  select ${parameters.siteId}, id, change, name, sha256, e_tag, modified_at, modified_by, ${parameters.now} from stored
), logged as (
  insert into drive.change (site_id, number, item_id, kind, name, previous_name, parent_id, previous_parent_id, at)
  select ${parameters.siteId}, change, id, 'content_stored', name, name, parent_id, parent_id, ${parameters.now} from stored
)
select ${columns} from stored`,
  ),
);

/**
 * Records downloaded contents as the newest contents of their items. Contents whose files were deleted after they were
 * stored, because their removal was pending, are not recorded: their items remain pending.
 * @returns the number of items that were updated, and the ids of those whose contents are missing; undefined, with
 *   nothing recorded, when another sync has taken over
 */
export async function recordDownloads(
  executor: Executor,
  options: {
    siteId: string;
    runId: number;
    downloads: readonly CompletedDownload[];
    now: number;
    /** Whether the file of content exists. */
    isStored(content: CompletedDownload): Promise<boolean>;
  },
): Promise<{ count: number; missingIds: ReadonlySet<string> } | undefined> {
  const { downloads, isStored } = options;
  const site = await runForRow(executor, claimNumbers, { ...options, count: downloads.length });
  if (site === undefined) return undefined;
  await retainContents(executor, { sha256s: downloads.map(({ sha256 }) => sha256) });
  const missingIds = await missingIdsOf(downloads, isStored);
  const stored = downloads.filter(({ itemId }) => !missingIds.has(itemId));
  const { length: count } = await run(executor, recordContents, { ...options, ...site, downloads: stored });
  return { count, missingIds };
}

/** The ids of the items whose contents are missing. Reads a few files at a time, because a batch can be large. */
async function missingIdsOf(
  downloads: readonly CompletedDownload[],
  isStored: (content: CompletedDownload) => Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const missingIds = new Set<string>();
  for (let start = 0; start < downloads.length; start += parallelReads) {
    const batch = downloads.slice(start, start + parallelReads);
    const states = await Promise.all(batch.map(isStored));
    for (const [index, { itemId }] of batch.entries()) if (!states[index]) missingIds.add(itemId);
  }
  return missingIds;
}

/** Records the error of a failed download and the time to retry it. A flagged download is retried only on request. */
export const recordFailedDownload = execute(
  { siteId: text, itemId: text, error: text, isFlagged: boolean, retryAt: float8 },
  (failure) => sql`update ${item} set download_attempts = download_attempts + 1, download_error = ${failure.error},
        content_state = case when ${failure.isFlagged} then 'failed' else content_state end, next_download_at = ${failure.retryAt}
      where ${item.siteId} = ${failure.siteId} and ${item.id} = ${failure.itemId} and ${item.contentState} = 'pending'`,
);

/**
 * Records that the site rejects the download of a file because of malware. The file is not downloaded again until the
 * site reports different content.
 */
export const recordMalware = execute(
  { siteId: text, itemId: text, malware: text, error: text },
  (found) => sql`update ${item} set malware = ${found.malware}, content_state = 'failed',
        download_attempts = download_attempts + 1, download_error = ${found.error}
      where ${item.siteId} = ${found.siteId} and ${item.id} = ${found.itemId} and ${item.contentState} = 'pending'`,
);

/** Makes failed and deferred downloads due now, except files with malware. */
export const resetDownloads = execute(
  { siteId: text },
  (parameters) => sql`update ${item} set content_state = 'pending', download_attempts = 0, next_download_at = 0
      where ${item.siteId} = ${parameters.siteId} and ${item.deletedAtEpoch} is null
        and ${item.contentState} in ('pending', 'failed') and ${item.malware} is null
        and ${item.nextDownloadAtEpoch} < 'infinity'
        and (${item.contentState} = 'failed' or ${item.downloadAttempts} > 0)`,
);
