import { epochSeconds } from '../../../platform/clock.js';
import { daySeconds } from '../../../platform/durations.js';
import type { JobDefinition } from '../../../platform/jobs.js';
import type { Logger } from '../../../platform/log.js';
import type { AlertDependencies } from '../dependencies.js';
import { createPartitions, dropPartition, selectPartitions } from './repository.js';

type Dependencies = Pick<AlertDependencies, 'store' | 'clock' | 'settings'>;

/** Number of days for which partitions are created, including the current day. */
const preparedDays = 3;

/**
 * Creates the partitions of the log for today and the next days, in its own transaction: an import must not hold
 * the lock of partitions together with those of alerts.
 */
export async function preparePartitions({ store, clock }: Pick<Dependencies, 'store' | 'clock'>): Promise<void> {
  const today = Math.floor(epochSeconds(clock) / daySeconds);
  await store.transaction((sql) =>
    createPartitions(
      sql,
      Array.from({ length: preparedDays }, (_, index) => today + index),
    ),
  );
}

/**
 * Drops the partitions of the log that are past `inference_retention_days`, each in its own transaction; all of them,
 * if inferences are not kept. Fails if a long transaction reads one; a later run catches up.
 * @returns the number of dropped partitions
 */
export async function dropOutdatedPartitions({ store, clock, settings }: Dependencies): Promise<number> {
  const { inferenceRetentionDays } = settings;
  const before = epochSeconds(clock) - inferenceRetentionDays * daySeconds;
  const found = await store.run((sql) => selectPartitions(sql));
  const isOutdated = (day: number) => inferenceRetentionDays === 0 || (day + 1) * daySeconds <= before;
  let dropped = 0;
  for (const partition of found.filter(({ day }) => isOutdated(day))) {
    await store.transaction((sql) => dropPartition(sql, partition));
    dropped++;
  }
  return dropped;
}

/** The job that creates partitions in advance and drops outdated ones, hourly. */
export function inferenceLogJob(dependencies: Dependencies, log: Logger): JobDefinition {
  return {
    name: 'alerts.rotate-inference-log',
    cron: '7 * * * *',
    async run() {
      if (dependencies.settings.inferenceRetentionDays > 0) await preparePartitions(dependencies);
      const dropped = await dropOutdatedPartitions(dependencies);
      if (dropped > 0) log.info({ dropped }, 'expired days of inferences were deleted');
    },
  };
}
