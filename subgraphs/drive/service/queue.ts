import type { TransactionSql } from 'postgres';
import { addJob } from '../../../platform/jobs.js';

/**
 * Has a job do the work at once. Where no server has ever run on the database there is no queue; the first look at what is due
 * then finds the same work.
 */
export async function hasten(sql: TransactionSql, job: Parameters<typeof addJob>[1]): Promise<void> {
  const queues = await sql`select where to_regnamespace('graphile_worker') is not null`;
  if (queues.length > 0) await addJob(sql, job);
}
