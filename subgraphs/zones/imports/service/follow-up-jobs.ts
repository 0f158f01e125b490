import type { TransactionSql } from 'postgres';
import { runJobNow } from '../../../../platform/jobs.js';

/** Name of the job that compares names with brands. */
export const watchBrandsJobName = 'zones.watch-brands';

/** Name of the job that finds bulk registrations. */
export const findBulkRegistrationsJobName = 'zones.find-bulk-registrations';

/** Jobs that process the changes of imports. Each continues where it stopped. */
const followUpJobs = [watchBrandsJobName, findBulkRegistrationsJobName] as const;

/**
 * Starts the jobs that follow imports as soon as an import commits. Every applied import calls this in its transaction.
 * A job that is not started here, because no server has created the queue yet, runs by its schedule.
 */
export async function startFollowUpJobs(sql: TransactionSql): Promise<void> {
  for (const name of followUpJobs) await runJobNow(sql, { name, payload: {}, key: `${name} now` });
}
