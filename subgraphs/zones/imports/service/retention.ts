import type { JobDefinition } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { changeRetentionMs } from '../../search/index.js';
import { dropChangePartition, lockCommit, selectOutdatedPartitions } from '../repository/partitions.js';

/**
 * Drops the partitions of the change log that are older than the retention, each in a separate transaction, so a reader
 * blocks only one of them. The current state does not change.
 * @returns the number of dropped partitions
 */
async function dropOutdatedChanges({ database, clock }: ZoneDependencies): Promise<number> {
  const before = clock.now() - changeRetentionMs;
  const names = await database.transaction((sql) => selectOutdatedPartitions(sql, before));
  for (const name of names) {
    await database.transaction(async (sql) => {
      await lockCommit(sql);
      await dropChangePartition(sql, name);
    });
  }
  return names.length;
}

/** The job that deletes outdated changes nightly; a later run catches up on one that failed. */
export function retentionJob(dependencies: ZoneDependencies): JobDefinition {
  return {
    name: 'zones.drop-outdated-changes',
    cron: '17 3 * * *',
    deletesHistory: true,
    async run() {
      const dropped = await dropOutdatedChanges(dependencies);
      if (dropped > 0) dependencies.log.info({ dropped }, 'expired changes of zones were deleted');
    },
  };
}
