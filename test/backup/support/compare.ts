import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';

/** Tables of change marks, events and messages, whose rows backups omit. */
const regeneratedTables = [
  ...['platform.change_mark', 'platform.event', 'platform.event_log', 'platform.event_cursor'],
  ...['notifications.delivery', 'notifications.queue'],
];

/**
 * The content of each table: its number of rows, and a checksum that does not depend on their order. Excludes the audit
 * entries of restores.
 */
export async function contentOf(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker') and table_type = 'BASE TABLE'
    order by 1`;
  const contents: Record<string, string> = {};
  for (const { name } of tables.filter(({ name }) => !regeneratedTables.includes(name))) {
    const [row] = await sql.unsafe<{ content: string }[]>(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(md5(r::text), '' order by md5(r::text))), '') as content from ${name} r
      ${name === 'platform.audit_pending' ? `where action <> 'restore.backup'` : ''}`,
    );
    contents[name] = row?.content ?? '';
  }
  return contents;
}

/** The jobs of the queue, without locks, and without numbers, because the queue assigns new ones on a restore. */
export async function jobsOf(sql: Sql): Promise<readonly unknown[]> {
  return await sql`
    select task.identifier, queue.queue_name, payload::text, priority, run_at::text, attempts, max_attempts, last_error,
      job.created_at::text, key, flags::text
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = task_id
    left join graphile_worker._private_job_queues queue on queue.id = job_queue_id
    order by job.id`;
}

/** The schema: columns, indexes, keys, references, triggers, partitions and sequences. */
export async function shapeOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with tables as (
      select pg_class.*, format('%I.%I', nspname, relname) as name from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      where nspname !~ '^(pg_|information_schema|graphile_worker)'
    )
    select format('%s %s %s %s %s %s', name, relkind, relpersistence, reloptions::text, pg_get_partkeydef(oid),
      pg_get_expr(relpartbound, oid)) as line from tables where relkind in ('r', 'p', 'v', 'm')
    union all
    select format('%s column %s %s %s %s %s', name, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      pg_get_expr(adbin, adrelid))
    from tables join pg_attribute on attrelid = tables.oid left join pg_attrdef on adrelid = tables.oid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p')
    union all
    select format('index of %s: %s', indrelid::regclass, pg_get_indexdef(indexrelid)) from pg_index join tables on tables.oid = indrelid
    union all
    select format('constraint of %s: %s %s', name, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join tables on tables.oid = conrelid where contype <> 'n'
    union all
    select format('trigger of %s: %s %s', name, tgenabled, pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
    union all
    select format('sequence %s.%s %s %s', schemaname, sequencename, data_type, coalesce(last_value, 0))
    from pg_sequences where schemaname <> 'graphile_worker' and sequencename <> 'audit_pending_id_seq'
    order by 1`;
  return rows.map(({ line }) => line);
}

/** The files below a directory with their checksums, without those of the database and records of servers. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/^\/(postgresql|instances)\//.test(path.slice(folder.length)))
    .map((path) => `${path.slice(folder.length)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
    .sort();
}
