import type { TransactionSql } from 'postgres';
import { copyIn } from '../database/copy.js';
import { hasQueue } from '../jobs.js';

// Columns of the queue's tables in the version that package.json pins. The functions of the queue cannot insert a job
// with its state.
const columns = 'task, queue, payload, priority, run_at, attempts, max_attempts, last_error, created_at, key, flags';

/**
 * Copies the outstanding jobs. An attempt in progress is not counted, because its process does not exist in the
 * restored instance.
 */
const copyText = `copy (
    select task.identifier as task, queue.queue_name as queue, job.payload, job.priority, job.run_at,
      case when job.locked_at is null then job.attempts else greatest(job.attempts - 1, 0) end as attempts,
      job.max_attempts, job.last_error, job.created_at, job.key, job.flags
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
    order by job.id
  ) to stdout`;

/** The statement that copies the outstanding jobs; undefined if no server has created the queue yet. */
export async function jobsStatement(sql: TransactionSql): Promise<string | undefined> {
  return (await hasQueue(sql)) ? copyText : undefined;
}

/** Inserts the jobs of a backup into the queue. */
export async function loadJobs(sql: TransactionSql, rows: AsyncIterable<Buffer>): Promise<void> {
  await sql.unsafe(`create temporary table restored_job (
      place bigint generated always as identity, task text, queue text, payload json, priority smallint, run_at timestamptz,
      attempts smallint, max_attempts smallint, last_error text, created_at timestamptz, key text, flags jsonb
    ) on commit drop`);
  await copyIn(sql, `copy restored_job (${columns}) from stdin`, rows);
  await sql.unsafe(`insert into graphile_worker._private_tasks (identifier)
    select distinct task from restored_job on conflict do nothing`);
  await sql.unsafe(`insert into graphile_worker._private_job_queues (queue_name)
    select distinct queue from restored_job where queue is not null on conflict do nothing`);
  await sql.unsafe(`insert into graphile_worker._private_jobs
      (task_id, job_queue_id, payload, priority, run_at, attempts, max_attempts, last_error, created_at, updated_at, key, flags)
    select task.id, queue.id, payload, priority, run_at, attempts, max_attempts, last_error, restored_job.created_at,
      restored_job.created_at, restored_job.key, restored_job.flags
    from restored_job
    join graphile_worker._private_tasks task on task.identifier = restored_job.task
    left join graphile_worker._private_job_queues queue on queue.queue_name = restored_job.queue
    order by place`);
}

export async function clearJobs(sql: TransactionSql): Promise<void> {
  await sql.unsafe('delete from graphile_worker._private_jobs');
}

export async function countJobs(sql: TransactionSql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*)::float8 as count from graphile_worker._private_jobs`;
  return row.count;
}
