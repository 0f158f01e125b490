import { type AdvisoryLock, tryAdvisoryLock } from '../../../../platform/database/index.js';
import type { SyncDependencies } from '../dependencies.js';

const lockPauseSeconds = 0.2;

/** Acquires the lock for one kind of work on a site; undefined if the lock is held. */
export async function tryLockSite(
  { database }: Pick<SyncDependencies, 'database'>,
  { siteId, work }: { siteId: string; work: 'sync' | 'subscription' },
): Promise<AdvisoryLock | undefined> {
  return await tryAdvisoryLock(database, { key: `rampart drive ${work} ${siteId}`, work: 'sync' });
}

/** Acquires the sync lock of a site, waiting for a sync in progress. */
export async function lockSite(
  dependencies: Pick<SyncDependencies, 'database' | 'sleep'>,
  { siteId, signal }: { siteId: string; signal?: AbortSignal | undefined },
): Promise<AdvisoryLock> {
  for (;;) {
    const lock = await tryLockSite(dependencies, { siteId, work: 'sync' });
    if (lock !== undefined) return lock;
    await dependencies.sleep(lockPauseSeconds, signal);
  }
}
