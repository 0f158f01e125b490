import type { TransactionSql } from 'postgres';
import { runJobNow } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../../dependencies.js';
import {
  type BrandProgress,
  type IngestRow,
  lockProgress,
  type NameChange,
  publishScansOfZone,
  selectChanges,
  selectFirstNames,
  selectIngest,
  selectLastIngests,
  selectNewestIngest,
  selectWatchedBrands,
  selectZonesById,
  updateProgress,
} from '../repository/followed-imports.js';
import type { NameEvent } from '../rules/hit-changes.js';
import { BrandHitSource } from '../vocabulary.js';
import { matchHostsJobName } from './match-hosts.js';
import { findMatches, type MatcherCache, recordHits } from './names-with-brands.js';

/** Maximum number of names per transaction. */
const defaultPageSize = 10_000;

type FollowDependencies = Pick<ZoneDependencies, 'database' | 'clock'> & { readonly cache: MatcherCache };

/**
 * Compares the names that imports have added with all brands, and updates hits whose names imports have changed. A page
 * of names, its hits and the progress are one transaction, so each name is compared exactly once, even if a process is
 * killed. The age of the names of a zone's first import is unknown, so their hits are treated as hits of a scan: they
 * are neither blocked automatically nor reported individually.
 * @returns whether there is more to compare
 */
export async function followImports(dependencies: FollowDependencies, pageSize = defaultPageSize): Promise<boolean> {
  return await dependencies.database.transaction(async (sql) => {
    const position = await lockProgress(sql);
    if (position === undefined) return false;
    const ingest = await selectIngest(sql, position);
    if (ingest === undefined) return false;
    const newest = await selectNewestIngest(sql);
    const brands = await selectWatchedBrands(sql, { isScanning: false });
    if (brands.length === 0) {
      await updateProgress(sql, { ingest: newest.id, label: null });
      return false;
    }
    const after = position.ingest === ingest.id ? (position.label ?? '') : '';
    const changes = await pageOf(sql, { ingest, after, limit: pageSize });
    const added = changes.filter(({ isAdded }) => isAdded).map(({ label }) => label);
    const zones = (await selectZonesById(sql)).map(({ name }) => name);
    const matcher = dependencies.cache.matcher(brands, zones);
    const zone = { id: ingest.zoneId, name: ingest.zone, suffix: ingest.suffix };
    const match = (labels: Iterable<string>) => findMatches({ matcher, brands, zone }, labels);
    const found = match(added);
    const at = dependencies.clock.now();
    const source = ingest.isInitial ? BrandHitSource.SCAN : BrandHitSource.IMPORT;
    await recordHits(sql, {
      ...{ zone, found, source, at },
      lastIngestIds: await selectLastIngestIds(
        sql,
        ingest,
        found.map(({ label }) => label),
      ),
      ...(!ingest.isInitial && { followed: { events: eventsOf(ingest, changes), match } }),
    });
    if (found.length > 0)
      await runJobNow(sql, { name: matchHostsJobName, payload: {}, key: `${matchHostsJobName} now` });
    const next = nextPosition(ingest, changes, pageSize);
    // A brand whose scan is in progress includes the hits of the zone in the result of that scan.
    if (ingest.isInitial && next.label === null) await publishScansOfZone(sql, { zoneId: ingest.zoneId });
    await updateProgress(sql, next);
    return true;
  });
}

async function pageOf(
  sql: TransactionSql,
  { ingest, after, limit }: { ingest: IngestRow; after: string; limit: number },
): Promise<NameChange[]> {
  const { id, at, zoneId } = ingest;
  if (!ingest.isInitial) return await selectChanges(sql, { id, at, after, limit });
  const names = await selectFirstNames(sql, { id, at, zoneId, after, limit });
  return names.map(({ label }) => ({ label, isAdded: true, isRemoved: false }));
}

/** The ingest that last changed each label. Later ingests may already have changed names of a zone's first import. */
async function selectLastIngestIds(
  sql: TransactionSql,
  ingest: IngestRow,
  labels: string[],
): Promise<Map<string, number>> {
  const lastIngestIds = new Map(labels.map((label) => [label, ingest.id]));
  if (!ingest.isInitial || labels.length === 0) return lastIngestIds;
  for (const state of await selectLastIngests(sql, { zoneId: ingest.zoneId, labels }))
    lastIngestIds.set(state.label, state.since);
  return lastIngestIds;
}

function eventsOf(ingest: IngestRow, changes: readonly NameChange[]): Map<string, NameEvent> {
  return new Map(changes.map(({ label, isAdded, isRemoved }) => [label, { ingest: ingest.id, isAdded, isRemoved }]));
}

function nextPosition(ingest: IngestRow, changes: readonly NameChange[], pageSize: number): BrandProgress {
  const last = changes.length < pageSize ? null : (changes.at(-1)?.label ?? null);
  return { ingest: ingest.id, label: last };
}
