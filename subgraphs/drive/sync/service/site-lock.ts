import { type HeldLock, tryHoldLock } from '../../../../platform/database/index.js';
import type { SyncDependencies } from '../dependencies.js';

export interface LockedWork {
  readonly siteId: string;
  readonly work: 'sync' | 'subscription';
}

/** Locks one kind of work at a site; undefined if another process holds the lock. */
export async function tryLockSite(
  { database }: Pick<SyncDependencies, 'database'>,
  target: LockedWork,
): Promise<HeldLock | undefined> {
  return await tryHoldLock(database, { key: `rampart drive ${target.work} ${target.siteId}`, work: 'sync' });
}
