import type { TransactionSql } from 'postgres';
import { runJobNow } from '../../../../platform/jobs.js';
import { pullJob } from '../vocabulary.js';

/** Runs the job when a zone is due after a NOTIFY message; otherwise, it would run within a minute after that. */
export async function pullLater(
  sql: TransactionSql,
  { zone, delayMs }: { zone: string; delayMs: number },
): Promise<void> {
  await runJobNow(sql, { name: pullJob, payload: {}, key: `${pullJob} ${zone}`, delayMs: Math.max(0, delayMs) });
}
