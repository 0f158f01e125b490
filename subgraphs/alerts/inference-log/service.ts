import { epochSeconds } from '../../../platform/clock.js';
import { daySeconds } from '../../../platform/durations.js';
import type { JobDefinition } from '../../../platform/jobs.js';
import type { Logger } from '../../../platform/log.js';
import type { AlertDependencies } from '../dependencies.js';
import { createPartitions, dropPartition, selectPartitions } from './repository.js';

type Dependencies = Pick<AlertDependencies, 'store' | 'clock' | 'settings'>;

/** Number of days for which partitions are created in advance, including the current day. */
const preparedDays = 3;

/**
 * Creates the partitions of the log for today and the next days. Uses a separate transaction, because an import must
 * not hold locks of partitions and of alerts together.
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
 * Drops the partitions of the log that are older than `inference_retention_days`, each in its own transaction; if it is
 * 0, drops all partitions. Fails if a long transaction reads a partition; a later run drops that partition.
 * @returns the number of dropped partitions
 */
export async function dropOutdatedPartitions({ store, clock, settings }: Dependencies): Promise<number> {
  const { inferenceRetentionDays } = settings;
  const cutoff = epochSeconds(clock) - inferenceRetentionDays * daySeconds;
  const found = await store.run((sql) => selectPartitions(sql));
  const isOutdated = (day: number) => inferenceRetentionDays === 0 || (day + 1) * daySeconds <= cutoff;
  let dropped = 0;
  for (const partition of found.filter(({ day }) => isOutdated(day))) {
    await store.transaction((sql) => dropPartition(sql, partition));
    dropped++;
  }
  return dropped;
}

/** The hourly job that creates partitions of the inference log in advance and drops outdated ones. */
export function inferenceLogJob(dependencies: Dependencies, log: Logger): JobDefinition {
  return {
    name: 'alerts.rotate-inference-log',
    cron: '7 * * * *',
    deletesHistory: true,
    async run() {
      if (dependencies.settings.inferenceRetentionDays > 0) await preparePartitions(dependencies);
      const dropped = await dropOutdatedPartitions(dependencies);
      if (dropped > 0) log.info({ dropped }, 'expired days of the inference log were deleted');
    },
  };
}
