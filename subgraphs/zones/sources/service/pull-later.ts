import type { TransactionSql } from 'postgres';
import { runJobNow } from '../../../../platform/jobs.js';
import { pullJob } from '../vocabulary.js';

/**
 * Schedules the job for the time at which a zone is due after a NOTIFY message, instead of waiting for the next run of
 * its schedule.
 */
export async function pullLater(
  sql: TransactionSql,
  { zone, delayMs }: { zone: string; delayMs: number },
): Promise<void> {
  await runJobNow(sql, { name: pullJob, payload: {}, key: `${pullJob} ${zone}`, delayMs: Math.max(0, delayMs) });
}
