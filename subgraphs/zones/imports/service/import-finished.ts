import type { TransactionSql } from 'postgres';
import { runJobNow } from '../../../../platform/jobs.js';

/** Compares names with brands. */
export const watchBrandsJob = 'zones.watch-brands';

/** Finds clusters of similar new names. */
export const findBulkRegistrationsJob = 'zones.find-bulk-registrations';

/** Jobs that process what imports have changed, each from where it has stopped. */
const followers = [watchBrandsJob, findBulkRegistrationsJob] as const;

/**
 * The one place that every applied import passes, in its transaction: starts the jobs that follow imports as soon as it
 * commits. A job that is not started here, because no server has created the queue yet, runs by its schedule.
 */
export async function importFinished(sql: TransactionSql): Promise<void> {
  for (const name of followers) await runJobNow(sql, { name, payload: {}, key: `${name} now` });
}
