import { notifyListeners } from '../../../../platform/events/index.js';
import { type Examination, examineSite, selectPostponedSites } from '../../guard/index.js';
import { hasDueDownloads } from '../../items/index.js';
import type { FollowingDependencies, SyncDependencies } from '../dependencies.js';
import { finishRun, selectOutdatedSites, selectRuns, selectUnfinishedSites } from '../repository/runs.js';
import { SyncOutcome } from '../vocabulary.js';
import { configuredSiteKey } from './followed-sites.js';
import { tryLockSite } from './site-lock.js';

/**
 * Examines the changes of sites that have a postponed deletion verdict, or whose last sync was interrupted, even if the
 * sites can no longer be synchronized. Failures are logged.
 */
export async function examineRemainingChanges(dependencies: FollowingDependencies): Promise<void> {
  const { database, log } = dependencies;
  const found = await database.guard(async (sql) => [
    ...(await selectPostponedSites(sql, {})),
    ...(await selectUnfinishedSites(sql, {})),
  ]);
  for (const siteId of new Set(found.map((change) => change.siteId))) {
    await examineAgain(dependencies, siteId).catch((error: unknown) =>
      log.warn({ err: error, siteId }, 'the changes to the document site could not be examined'),
    );
  }
}

async function examineAgain(dependencies: FollowingDependencies, siteId: string): Promise<void> {
  const { database, clock, settings } = dependencies;
  const lock = await tryLockSite(dependencies, { siteId, work: 'sync' });
  // Another sync is in progress, which examines the changes when their contents are stored.
  if (lock === undefined) return;
  try {
    const query = { siteId, before: Number.MAX_SAFE_INTEGER, limit: 1 };
    const [last] = await database.guard((sql) => selectRuns(sql, query));
    const findOutdatedSites = outdatedSiteFinder({ clock, configured: configuredSiteKey(settings) }, siteId);
    const now = clock.now() / 1000;
    const isStored =
      last?.outcome === SyncOutcome.DONE && !(await database.guard((sql) => hasDueDownloads(sql, { siteId, now })));
    // A running process would hold the lock, so the process of this run was killed.
    const interruptedRunId = last?.outcome === SyncOutcome.RUNNING ? last.id : null;
    await examineSite(dependencies, { siteId, runId: interruptedRunId, isStored, findOutdatedSites });
    if (interruptedRunId === null) return;
    const result = { id: interruptedRunId, outcome: SyncOutcome.INTERRUPTED, errorCode: null, error: null };
    await database.guard((sql) => finishRun(sql, { ...result, now }));
    notifyListeners(database);
  } finally {
    await lock.release();
  }
}

/** Returns a function that finds the other followed sites that were last synchronized before a given time. */
export function outdatedSiteFinder(
  { clock, configured }: Pick<SyncDependencies, 'clock' | 'configured'>,
  siteId: string,
): Examination['findOutdatedSites'] {
  return async (sql, since) => {
    const key = configured ?? { hostname: '', path: '' };
    const found = await selectOutdatedSites(sql, { siteId, since, now: clock.now() / 1000, ...key });
    return found.map((other) => other.siteId);
  };
}
