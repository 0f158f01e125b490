import type { TransactionSql } from 'postgres';
import { reopenHits } from '../../brands/index.js';
import type { ResponseRow } from '../repository/responses.js';
import { insertVersion, lockWatchesOf, recordLookup, selectVersions } from '../repository/watches.js';
import { changesBetween, type StoredResponse, showsOtherHolder, withKnownReferral } from '../rules/changes.js';
import { readDossier } from '../rules/dossier.js';

/**
 * Stores a response in the history of each watch of its domain, if it differs from the newest version in more than
 * volatile parts, and reopens hits of brands whose name has changed hands.
 */
export async function keepResponse(sql: TransactionSql, row: ResponseRow): Promise<void> {
  const ids = (await lockWatchesOf(sql, { domain: row.domain })).map(({ id }) => id);
  const hasOtherHolder = ids.length > 0 && (await keepInWatches(sql, { ids, row }));
  if (row.answer === null) return;
  const { answer, referred, fetchedAt, ...sources } = row;
  const { lifecycle } = readDossier({
    ...{ ...sources, answer: JSON.parse(answer), fetchedAt: new Date(fetchedAt), cached: false },
    ...(referred !== null && { referred: JSON.parse(referred) }),
  });
  await reopenHits(sql, {
    ...{ domain: row.domain, at: Math.trunc(fetchedAt), hasOtherHolder },
    ...{ registeredAt: lifecycle.registered?.getTime(), transferredAt: lifecycle.transferred?.getTime() },
  });
}

/**
 * {@link keepResponse} for some watches of the domain, which the caller has locked.
 * @returns whether a history shows that the domain has another holder
 */
export async function keepInWatches(
  sql: TransactionSql,
  { ids, row }: { ids: readonly string[]; row: ResponseRow },
): Promise<boolean> {
  const versions = await selectVersions(sql, { watchIds: ids, before: null, until: null, limit: 1 });
  const newest = new Map(versions.map((version) => [version.watchId, version]));
  const fetchedAt = Math.trunc(row.fetchedAt);
  let hasOtherHolder = false;
  for (const watchId of ids) {
    const version = nextVersion(row, newest.get(watchId));
    if (version === null) continue;
    const { source, answer, referred, changed } = version;
    await insertVersion(sql, { watchId, source, answer, referred, fetchedAt, changed });
    hasOtherHolder ||= version.hasOtherHolder;
  }
  await recordLookup(sql, { ids: [...ids], at: fetchedAt });
  return hasOtherHolder;
}

/** The version to store; null if nothing has changed. */
function nextVersion(row: ResponseRow, previous: StoredResponse | undefined) {
  if (previous === undefined) return { ...row, changed: null, hasOtherHolder: false };
  const response = withKnownReferral(row, previous);
  const changes = changesBetween(previous, response);
  if (changes.length === 0) return null;
  return { ...response, changed: changes.map(({ field }) => field), hasOtherHolder: showsOtherHolder(changes) };
}
