import { type HeldLock, tryHoldLock } from '../../../../platform/database/index.js';
import type { SyncDependencies } from '../dependencies.js';

const lockPauseSeconds = 0.2;

/** Locks one kind of work at a site; undefined if another process holds the lock. */
export async function tryLockSite(
  { database }: Pick<SyncDependencies, 'database'>,
  { siteId, work }: { siteId: string; work: 'sync' | 'subscription' },
): Promise<HeldLock | undefined> {
  return await tryHoldLock(database, { key: `rampart drive ${work} ${siteId}`, work: 'sync' });
}

/** Locks the syncs of a site, after a sync in progress. */
export async function lockSite(
  dependencies: Pick<SyncDependencies, 'database' | 'pause'>,
  { siteId, signal }: { siteId: string; signal?: AbortSignal | undefined },
): Promise<HeldLock> {
  for (;;) {
    const lock = await tryLockSite(dependencies, { siteId, work: 'sync' });
    if (lock !== undefined) return lock;
    await dependencies.pause(lockPauseSeconds, signal);
  }
}
