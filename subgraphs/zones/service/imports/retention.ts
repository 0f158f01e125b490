import type { JobDefinition } from '../../../../platform/jobs.js';
import { lockCommit } from '../../repository/imports/locks.js';
import { dropChangePartition, selectOutdatedPartitions } from '../../repository/imports/partitions.js';
import type { ZoneDependencies } from '../dependencies.js';

/** The longest window into the past that a plan has: specification, section 8. */
const keptMilliseconds = 180 * 86_400_000;

/**
 * Drops what the log of changes holds of times before the longest window: whole partitions, each on its own, so that a
 * reader who holds one up does not hold up the others for long. The current state stays whole.
 * @returns how many were dropped
 */
export async function dropOutdatedChanges({ database, clock }: ZoneDependencies): Promise<number> {
  const before = clock.now() - keptMilliseconds;
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
