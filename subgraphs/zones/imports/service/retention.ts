import type { JobDefinition } from '../../../../platform/jobs.js';
import { maxHistoryDays } from '../../accounts/index.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { dayMilliseconds } from '../../search/index.js';
import { dropChangePartition, lockCommit, selectOutdatedPartitions } from '../repository/partitions.js';

/** One day more than the largest window: for the tolerance of its bound, and for sessions that page through its end. */
const retentionMs = (maxHistoryDays + 1) * dayMilliseconds;

/**
 * Drops from the log of changes the partitions that ended before the retention, each in a transaction of its own: a reader
 * that delays one does not delay the others for long. The current state is not affected.
 * @returns how many were dropped
 */
export async function dropOutdatedChanges({ database, clock }: ZoneDependencies): Promise<number> {
  const before = clock.now() - retentionMs;
  const names = await database.transaction((sql) => selectOutdatedPartitions(sql, before));
  for (const name of names) {
    await database.transaction(async (sql) => {
      await lockCommit(sql);
      await dropChangePartition(sql, name);
    });
  }
  return names.length;
}

/** Nightly; a night that failed is made up for by the next. */
export function retentionJob(dependencies: ZoneDependencies): JobDefinition {
  return {
    name: 'zones.drop-outdated-changes',
    cron: '17 3 * * *',
    async run() {
      const dropped = await dropOutdatedChanges(dependencies);
      if (dropped > 0) dependencies.log.info({ dropped }, 'changes of zones beyond the retention were dropped');
    },
  };
}
