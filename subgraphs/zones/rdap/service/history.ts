import type { TransactionSql } from 'postgres';
import type { ResponseRow } from '../repository/responses.js';
import { insertVersion, lockWatchesOf, recordLookup, selectVersions } from '../repository/watches.js';
import { changesBetween, type StoredResponse, withKnownReferral } from '../rules/changes.js';

/**
 * Stores a response in the history of each watch of its domain, if it differs from the newest version in more than
 * volatile parts.
 */
export async function keepResponse(sql: TransactionSql, row: ResponseRow): Promise<void> {
  const ids = (await lockWatchesOf(sql, { domain: row.domain })).map(({ id }) => id);
  if (ids.length > 0) await keepInWatches(sql, { ids, row });
}

/** {@link keepResponse} for some watches of the domain, which the caller has locked. */
export async function keepInWatches(
  sql: TransactionSql,
  { ids, row }: { ids: readonly string[]; row: ResponseRow },
): Promise<void> {
  const versions = await selectVersions(sql, { watchIds: ids, before: null, until: null, limit: 1 });
  const newest = new Map(versions.map((version) => [version.watchId, version]));
  const fetchedAt = Math.trunc(row.fetchedAt);
  for (const watchId of ids) {
    const version = nextVersion(row, newest.get(watchId));
    if (version === null) continue;
    const { source, answer, referred, changed } = version;
    await insertVersion(sql, { watchId, source, answer, referred, fetchedAt, changed });
  }
  await recordLookup(sql, { ids: [...ids], at: fetchedAt });
}

/** The version to store; null if nothing has changed. */
function nextVersion(row: ResponseRow, previous: StoredResponse | undefined) {
  if (previous === undefined) return { ...row, changed: null };
  const response = withKnownReferral(row, previous);
  const changed = changesBetween(previous, response).map(({ field }) => field);
  return changed.length === 0 ? null : { ...response, changed };
}
