import type { TransactionSql } from 'postgres';
import { reopenHits } from '../../brands/index.js';
import type { ResponseRow } from '../repository/responses.js';
import {
  insertVersion,
  lockWatchesOfDomain,
  recordLookup,
  selectVersions,
  updateReferred,
  type VersionRow,
} from '../repository/watches.js';
import { carryOverReferral, changesBetween } from '../rules/changes.js';
import { type HolderChange, holderChange, holderDates } from '../rules/holder.js';

/**
 * Stores a response in the history of each watch of its domain, if it differs from the newest version in more than
 * volatile parts. Reopens brand hits of the domain if the domain has changed hands.
 */
export async function storeResponse(sql: TransactionSql, row: ResponseRow): Promise<void> {
  const ids = (await lockWatchesOfDomain(sql, { domain: row.domain })).map(({ id }) => id);
  const change = ids.length > 0 ? await storeInWatches(sql, { ids, row }) : undefined;
  if (row.body === null) return;
  await reopenHits(sql, { domain: row.domain, at: Math.trunc(row.fetchedAt), ...holderDates(row), change });
}

/**
 * Like {@link storeResponse}, for watches of the domain that the caller has locked.
 * @returns the evidence in a history that the domain has another holder
 */
export async function storeInWatches(
  sql: TransactionSql,
  { ids, row }: { ids: readonly string[]; row: ResponseRow },
): Promise<HolderChange | undefined> {
  const versions = await selectVersions(sql, { watchIds: ids, before: null, until: null, limit: 1 });
  const newest = new Map(versions.map((version) => [version.watchId, version]));
  const fetchedAt = Math.trunc(row.fetchedAt);
  let change: HolderChange | undefined;
  for (const watchId of ids) {
    const previous = newest.get(watchId);
    const version = nextVersion(row, previous);
    if (version === null) {
      await fillInReferral(sql, { version: previous, row });
      continue;
    }
    const { source, body, referred, changed } = version;
    await insertVersion(sql, { watchId, source, body, referred, fetchedAt, changed });
    change ??= version.change;
  }
  await recordLookup(sql, { ids: [...ids], at: fetchedAt });
  return change;
}

/** Adds the first response of a registrar to a version, so later responses of the registrar are compared with it. */
async function fillInReferral(
  sql: TransactionSql,
  { version, row }: { version: VersionRow | undefined; row: ResponseRow },
): Promise<void> {
  if (version === undefined) return;
  const { id, referred } = carryOverReferral(version, row);
  if (referred !== version.referred) await updateReferred(sql, { id, referred });
}

/** The version to store; null if nothing has changed. */
function nextVersion(row: ResponseRow, previous: VersionRow | undefined) {
  if (previous === undefined) return { ...row, changed: null, change: undefined };
  const response = carryOverReferral(row, previous);
  const changes = changesBetween(previous, response);
  if (changes.length === 0) return null;
  return { ...response, changed: changes.map(({ field }) => field), change: holderChange(previous, response) };
}
