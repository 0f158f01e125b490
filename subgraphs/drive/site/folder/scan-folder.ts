import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { type AuditRequest, recordAudit } from '../../../../platform/audit/index.js';

import { DomainError } from '../../../../platform/domain-error.js';
import { runJobNow } from '../../../../platform/jobs.js';
import type { DeltaItem } from '../../items/index.js';
import * as items from '../../items/index.js';
import type { RunRecord, SyncTrigger } from '../../sync/index.js';
import * as sync from '../../sync/index.js';
import type { SiteDependencies } from '../dependencies.js';
import {
  deleteFolderEntries,
  type FolderEntryRecord,
  selectFolderEntries,
  upsertFolderEntries,
} from '../repository/folder.js';
import { notifyJobName } from '../service/notify.js';
import { folderSite, itemOf } from './folder-site.js';
import { type FolderListing, listFolder } from './list-folder.js';
import { type FoundEntry, identityOf, isEmptyReplacement, isSameEntry, matchEntries } from './match-entries.js';
import { resolveRoot } from './open-without-links.js';
import { storeContent } from './store-content.js';

const parallelReads = 16;
/** Maximum number of entries in a parameter of a statement; PostgreSQL limits the size of a JSON value to 256 MB. */
const batchSize = 5000;
const missingContent =
  'the content of a file was deleted after it had been stored, because its removal was pending; the next scan stores it again';

type ScanDependencies = Pick<SiteDependencies, 'database' | 'clock' | 'log' | 'settings' | 'sleep' | 'content'>;

export interface ScanResult {
  /** The run that applied the changes; null if nothing changed. */
  readonly run: RunRecord | null;
  readonly siteId: string;
  readonly skipped: readonly string[];
  /** Paths of files whose content is not stored, because it does not fit on the disk. */
  readonly tooLarge: readonly string[];
  /** Number of files that could not be read, or changed while they were read; the next scan reads them again. */
  readonly unstable: number;
}

/** The found entries with their records, and the differences from the previous scan. */
interface Findings {
  readonly entries: readonly { readonly found: FoundEntry; readonly record: FolderEntryRecord }[];
  readonly changed: readonly FolderEntryRecord[];
  readonly removedIds: readonly string[];
  readonly tooLarge: readonly string[];
  readonly unstable: number;
}

/**
 * Synchronizes the stored site with the served folder. Items, contents and changes are written in one transaction, so
 * readers see a consistent site. One scan runs at a time, across all processes.
 * @throws {DomainError} CONFLICT if no folder is served, or it cannot be read
 */
export async function scanFolder(
  dependencies: ScanDependencies,
  options: { trigger: SyncTrigger; signal?: AbortSignal | undefined; request?: AuditRequest },
): Promise<ScanResult> {
  const { database, clock, settings } = dependencies;
  if (settings.folder === '') throw new DomainError('CONFLICT', 'No folder is served: set [drive] folder');
  const site = { ...folderSite(settings), id: newSiteId(settings), now: clock.now() / 1000 };
  const siteId = await database.transaction((sql) => items.ensureSite(sql, site));
  const lock = await sync.lockSite(dependencies, { siteId, signal: options.signal });
  try {
    const previousRecords = await database.guard((sql) => selectFolderEntries(sql, { siteId }));
    const { root, entries, skipped } = await listServedFolder(settings.folder, previousRecords);
    const findings = await identify(dependencies, { root, entries, previousRecords });
    const isChanged = findings.changed.length > 0 || findings.removedIds.length > 0;
    const run = isChanged ? await writeScan(dependencies, { siteId, findings, previousRecords, ...options }) : null;
    if (run !== null) await scheduleNotifications(dependencies);
    const { tooLarge, unstable } = findings;
    return { run, siteId, skipped, tooLarge, unstable };
  } finally {
    await lock.release();
  }
}

/**
 * Lists the served folder.
 * @throws {DomainError} CONFLICT if the folder does not exist, cannot be read, or was replaced by an empty one, so its
 * items are not deleted
 */
async function listServedFolder(
  folder: string,
  records: readonly FolderEntryRecord[],
): Promise<FolderListing & { root: string }> {
  const root = await resolveRoot(folder);
  const listing = root === undefined ? undefined : await listFolder(root, new Set(records.map(({ path }) => path)));
  if (root === undefined || listing === undefined)
    throw new DomainError(
      'CONFLICT',
      `The served folder ${folder} does not exist: create it, or correct [drive] folder`,
    );
  if (isEmptyReplacement(listing.entries, records))
    throw new DomainError(
      'CONFLICT',
      `The served folder ${folder} was replaced by an empty one: mount its file system or, to delete all items of the site, add a file to it`,
    );
  return { root, ...listing };
}

/** Schedules the notification job to run now. If that fails, the job notifies subscribers within a minute. */
async function scheduleNotifications({ database, log }: ScanDependencies): Promise<void> {
  await database
    .transaction((sql) => runJobNow(sql, { name: notifyJobName, payload: {}, key: notifyJobName }))
    .catch((error: unknown) =>
      log.debug(
        { err: error },
        'the job that notifies subscribers could not be started immediately; it runs within a minute',
      ),
    );
}

function newSiteId(settings: SiteDependencies['settings']): string {
  return `${folderSite(settings).hostname},${randomUUID()},${randomUUID()}`;
}

/** Matches entries to existing items and stores new contents. */
async function identify(
  dependencies: ScanDependencies,
  {
    root,
    entries,
    previousRecords,
  }: { root: string; entries: readonly FoundEntry[]; previousRecords: readonly FolderEntryRecord[] },
): Promise<Findings> {
  const recordOfEntry = matchEntries(entries, previousRecords);
  const entriesWithRecords: { found: FoundEntry; record: FolderEntryRecord }[] = [];
  const changed: FolderEntryRecord[] = [];
  const tooLarge: string[] = [];
  let unstable = 0;
  for (let start = 0; start < entries.length; start += parallelReads) {
    const part = entries.slice(start, start + parallelReads);
    const reading = part.map((entry) =>
      recordOf(dependencies, { root, entry, previous: recordOfEntry.get(entry) }).catch((error: unknown) => {
        if (items.fullDiskReason(error) === undefined) throw error;
        return 'too large' as const;
      }),
    );
    // All reads must end before the lock is released, even if one fails.
    await Promise.allSettled(reading);
    const outcomes = await Promise.all(reading);
    for (const [index, found] of part.entries()) {
      const previous = recordOfEntry.get(found);
      const outcome = outcomes[index];
      const record = outcome === 'too large' ? undefined : outcome;
      if (record !== undefined && record !== previous) changed.push(record);
      if (outcome === 'too large') tooLarge.push(found.path);
      else if (record === undefined) unstable++;
      // A file that was not stored keeps its previous record, if any.
      const currentRecord = record ?? previous;
      if (currentRecord !== undefined)
        entriesWithRecords.push({
          found: record === undefined ? { ...found, path: currentRecord.path } : found,
          record: currentRecord,
        });
    }
  }
  const present = new Set(entriesWithRecords.map(({ record }) => record.itemId));
  const removedIds = previousRecords.filter(({ itemId }) => !present.has(itemId)).map(({ itemId }) => itemId);
  return { entries: entriesWithRecords, changed, removedIds, tooLarge, unstable };
}

/**
 * The record of an entry: the previous record if nothing changed; undefined if the file could not be read, or changed
 * while it was read.
 * @throws an error with a `fullDiskReason` if the file does not fit on the disk
 */
async function recordOf(
  dependencies: ScanDependencies,
  { root, entry, previous }: { root: string; entry: FoundEntry; previous: FolderEntryRecord | undefined },
): Promise<FolderEntryRecord | undefined> {
  const { path, size, modified, isFolder } = entry;
  const inode = identityOf(entry);
  const isSameContent =
    previous !== undefined && previous.size === size && previous.modified === modified && isSameEntry(entry, previous);
  if (isSameContent && previous.path === path && previous.inode === inode) return previous;
  const properties = { itemId: previous?.itemId ?? newItemId(), path, inode, size, modified };
  if (isFolder) return { ...properties, sha256: null, quickXorHash: null };
  if (isSameContent) return { ...properties, sha256: previous.sha256, quickXorHash: previous.quickXorHash };
  const content = await storeContent(dependencies, { root, entry });
  return content && { ...properties, sha256: content.sha256, quickXorHash: content.quickXorHash };
}

function newItemId(): string {
  return `01${randomUUID().replaceAll('-', '').toUpperCase()}`;
}

interface Scan {
  readonly siteId: string;
  readonly findings: Findings;
  readonly previousRecords: readonly FolderEntryRecord[];
  readonly trigger: SyncTrigger;
  /** The request that started the scan, for the audit log; absent for an automatic scan. */
  readonly request?: AuditRequest;
}

async function writeScan(dependencies: ScanDependencies, scan: Scan): Promise<RunRecord> {
  const { database, clock, content } = dependencies;
  const { siteId, findings, trigger, request } = scan;
  const now = clock.now() / 1000;
  const runId = await database.transaction((sql) => sync.beginRun(sql, { siteId, trigger, now }));
  const contents = contentsOf(scan);
  await content.flushFolders(contents.map(({ sha256 }) => sha256));
  return await database.transaction(async (sql) => {
    const applied = await applyItems(sql, { siteId, runId, now, items: itemsOf(dependencies, findings) });
    // All of them before the first is recorded, because the removal of a site locks these rows before it locks
    // contents.
    await items.retainContents(sql, { sha256s: contents.map(({ sha256 }) => sha256) });
    let downloads = 0;
    for (const { batch } of batchesOf(contents)) {
      const options = { siteId, runId, downloads: batch, now, isStored: content.has };
      const recorded = await items.recordDownloads(sql, options);
      if (recorded !== undefined && recorded.missingIds.size > 0) throw new Error(missingContent); // Scanned again.
      downloads += recorded?.count ?? 0;
    }
    await deleteFolderEntries(sql, { siteId, removedIds: findings.removedIds });
    for (const { batch } of batchesOf(findings.changed)) await upsertFolderEntries(sql, { siteId, changed: batch });
    const downloadedBytes = contents.reduce((sum, { size }) => sum + size, 0);
    const itemsSeen = findings.entries.length;
    const { created, changed, deleted } = applied;
    const metrics = { ...sync.zeroMetrics(), created, changed, deleted, downloads, downloadedBytes, itemsSeen };
    await sync.updateRun(sql, { id: runId, ...metrics });
    if (request !== undefined) {
      const object = `drive-site:${siteId}` as const;
      await recordAudit(sql, request, { action: 'sync.drive', object, after: { created, changed, deleted } });
    }
    const end = { outcome: sync.SyncOutcome.DONE, errorCode: null, error: null, now: clock.now() / 1000 };
    await sync.finishRun(sql, { id: runId, ...end });
    const [run] = await sync.selectRunsByIds(sql, { ids: [runId] });
    if (run === undefined) throw new Error('the sync run does not exist'); // The run was inserted above.
    return run;
  });
}

/** The new contents found by a scan, in the form of completed downloads. */
function contentsOf({ findings, previousRecords }: Scan) {
  const previousContent = new Map(previousRecords.map((entry) => [entry.itemId, entry.sha256]));
  return findings.changed.flatMap(({ itemId, sha256, quickXorHash, size }) =>
    sha256 === null || quickXorHash === null || previousContent.get(itemId) === sha256
      ? []
      : [{ itemId, sha256, quickXorHash, size, eTag: null, contentTag: `hash ${quickXorHash} ${size}` }],
  );
}

/** Applies the items of a scan to the site; items that the scan did not find are marked as deleted. */
async function applyItems(
  sql: TransactionSql,
  { siteId, runId, now, items: found }: { siteId: string; runId: number; now: number; items: readonly DeltaItem[] },
) {
  const site = await items.lockSiteForRun(sql, { siteId, runId });
  if (site === undefined) throw sync.supersededError();
  await items.deleteStagedItems(sql, { siteId });
  for (const { start, batch } of batchesOf(found))
    await items.stageItems(sql, { siteId, runId, position: start, items: batch });
  const { lastChange } = site;
  const applied = await items.applyStagedItems(sql, { siteId, runId, lastChange, fromScratch: true, now });
  await items.setLastChange(sql, { siteId, lastChange: applied.lastChange });
  await items.deleteStagedItems(sql, { siteId });
  return applied;
}

function* batchesOf<Item>(all: readonly Item[]): Generator<{ start: number; batch: readonly Item[] }> {
  for (let start = 0; start < all.length; start += batchSize)
    yield { start, batch: all.slice(start, start + batchSize) };
}

function itemsOf({ settings }: ScanDependencies, findings: Findings): DeltaItem[] {
  const ids = new Map(findings.entries.map(({ found, record }) => [found.path, record.itemId]));
  return findings.entries.map(({ record }) => itemOf({ record, ids, webUrl: folderSite(settings).webUrl }));
}
