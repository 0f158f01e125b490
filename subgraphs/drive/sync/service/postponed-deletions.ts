import { type Examination, examineSite, selectPostponedSites } from '../../guard/index.js';
import type { FollowingDependencies, SyncDependencies } from '../dependencies.js';
import { selectOutdatedOthers, selectRuns } from '../repository/runs.js';
import { SyncOutcome } from '../vocabulary.js';
import { keyOfSettings } from './followed-sites.js';
import { tryLockSite } from './site-lock.js';

/**
 * Examines the sites with a postponed deletion again, also those that can no longer be synchronized. Failures are
 * logged.
 */
export async function examinePostponedDeletions(dependencies: FollowingDependencies): Promise<void> {
  const { database, log } = dependencies;
  for (const { siteId } of await database.guard((sql) => selectPostponedSites(sql, {}))) {
    await examineAgain(dependencies, siteId).catch((error: unknown) =>
      log.warn({ err: error, siteId }, 'the changes of the document site could not be examined'),
    );
  }
}

async function examineAgain(dependencies: FollowingDependencies, siteId: string): Promise<void> {
  const { database, clock, settings } = dependencies;
  const lock = await tryLockSite(dependencies, { siteId, work: 'sync' });
  // The sync in progress examines the changes when their contents are stored.
  if (lock === undefined) return;
  try {
    const given = { siteId, before: Number.MAX_SAFE_INTEGER, limit: 1 };
    const [last] = await database.guard((sql) => selectRuns(sql, given));
    const outdatedOthers = outdatedOthersOf({ clock, configured: keyOfSettings(settings) }, siteId);
    const isStored = last?.outcome === SyncOutcome.DONE;
    await examineSite(dependencies, { siteId, runId: null, isStored, outdatedOthers });
  } finally {
    await lock.release();
  }
}

/** Finds the other followed sites that were last synchronized before a time. */
export function outdatedOthersOf(
  { clock, configured }: Pick<SyncDependencies, 'clock' | 'configured'>,
  siteId: string,
): Examination['outdatedOthers'] {
  return async (sql, since) => {
    const key = configured ?? { hostname: '', path: '' };
    const found = await selectOutdatedOthers(sql, { siteId, since, now: clock.now() / 1000, ...key });
    return found.map((other) => other.siteId);
  };
}
