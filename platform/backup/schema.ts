import type { TransactionSql } from 'postgres';
import { createTables, rampartSchemas } from '../database/migrate.js';
import { RestoreRejectedError } from './errors.js';
import {
  type Manifest,
  type QualifiedName,
  qualifiedName,
  quoteQualifiedName,
  type TableDescription,
} from './manifest.js';

/** Constraints and indexes that are dropped during the load and restored afterwards. */
export interface DroppedConstraints {
  /** Recreates keys, then indexes, then foreign keys. Each step validates all rows. */
  restore(): Promise<void>;
}

/**
 * Creates the tables of a backup as its migrations define them, empty and without indexes, keys, foreign keys and
 * triggers. Loading the data first and creating those afterwards takes a fraction of the time.
 */
export async function createEmptyTables(sql: TransactionSql, manifest: Manifest): Promise<DroppedConstraints> {
  await createTables(
    sql,
    manifest.migrations.map(({ name }) => name),
  );
  const created = await rootTables(sql);
  assertSameTables(created, manifest);
  const dropped = await dropConstraints(sql);
  for (const table of manifest.tables) if (table.partition !== null) await createPartition(sql, table);
  await sql.unsafe(`truncate ${created.map(quoteQualifiedName).join(', ')}`);
  return dropped;
}

/** @throws {RestoreRejectedError} if the tables of the backup differ from those that its migrations create */
function assertSameTables(created: readonly QualifiedName[], manifest: Manifest): void {
  const names = created.map(qualifiedName);
  const roots = manifest.tables.filter(({ partition }) => partition === null).map(qualifiedName);
  const unknown = roots.filter((name) => !names.includes(name));
  // Databases of releases before 0.2.0 lack one table of the migration history.
  const missing = names.filter((name) => !roots.includes(name) && !name.startsWith('drizzle.'));
  if (unknown.length > 0) {
    throw new RestoreRejectedError(
      `the backup contains tables that do not belong to Rampart: ${unknown.join(', ')}; move them to another schema and run the backup again`,
    );
  }
  if (missing.length > 0)
    throw new RestoreRejectedError(
      `the backup lacks tables of its version: ${missing.join(', ')}; restore another backup`,
    );
}

/** The tables in Rampart's schemas, without partitions. */
export async function rootTables(sql: TransactionSql): Promise<QualifiedName[]> {
  return await sql<{ schema: string; name: string }[]>`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname::text = any(${rampartSchemas()}::text[])
    order by 1, 2`;
}

async function createPartition(
  sql: TransactionSql,
  { partition, partitionedBy, ...table }: TableDescription,
): Promise<void> {
  if (partition === null) return;
  const { of, bound, options } = partition;
  const parts = partitionedBy === null ? '' : ` partition by ${partitionedBy}`;
  const storage = options.length === 0 ? '' : ` with (${options.join(', ')})`;
  await sql.unsafe(
    `create table ${quoteQualifiedName(table)} partition of ${quoteQualifiedName(of)} ${bound}${parts}${storage}`,
  );
}

interface Definition {
  readonly table: string;
  readonly name: string;
  readonly text: string;
}

async function dropConstraints(sql: TransactionSql): Promise<DroppedConstraints> {
  const constraints = await readConstraints(sql);
  const indexes = await readIndexes(sql);
  const triggers = await readTriggeredTables(sql);
  // Foreign keys first, because they depend on the keys that they reference.
  for (const { table, name } of constraints.toReversed())
    await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  for (const table of triggers) await sql.unsafe(`alter table ${table} disable trigger user`);
  return {
    async restore() {
      await sql.unsafe("set local maintenance_work_mem = '256MB'");
      const keys = constraints.filter(({ isReference }) => !isReference);
      for (const key of keys) await addConstraint(sql, key);
      for (const { text } of indexes) await sql.unsafe(text);
      for (const reference of constraints.filter(({ isReference }) => isReference)) await addConstraint(sql, reference);
      for (const table of triggers) await sql.unsafe(`alter table ${table} enable trigger user`);
    },
  };
}

async function addConstraint(sql: TransactionSql, { table, name, text }: Definition): Promise<void> {
  await sql.unsafe(`alter table ${table} add constraint ${name} ${text}`);
}

/** Reads the constraints of the tables, keys before foreign keys. */
async function readConstraints(sql: TransactionSql): Promise<(Definition & { isReference: boolean })[]> {
  return await sql<(Definition & { isReference: boolean })[]>`
    select format('%I.%I', nspname, relname) as table, quote_ident(conname) as name, contype = 'f' as "isReference",
      pg_get_constraintdef(pg_constraint.oid) as text
    from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
    where contype in ('p', 'u', 'x', 'f') and conparentid = 0 and nspname::text = any(${rampartSchemas()}::text[])
    order by contype = 'f', pg_constraint.oid`;
}

/** Reads the indexes that do not belong to a key. */
async function readIndexes(sql: TransactionSql): Promise<Definition[]> {
  const rows = await sql<Definition[]>`
    select '' as table, format('%I.%I', nspname, relname) as name, pg_get_indexdef(indexrelid) as text
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_namespace on pg_namespace.oid = relnamespace
    where nspname::text = any(${rampartSchemas()}::text[]) and not relispartition
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indexrelid`;
  // The definition of an index on a partitioned table excludes its partitions, which need the index too.
  return rows.map((row) => ({ ...row, text: row.text.replace(' ON ONLY ', ' ON ') }));
}

async function readTriggeredTables(sql: TransactionSql): Promise<string[]> {
  const rows = await sql<{ table: string }[]>`
    select distinct format('%I.%I', nspname, relname) as table
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
    where not tgisinternal and tgparentid = 0 and nspname::text = any(${rampartSchemas()}::text[]) order by 1`;
  return rows.map(({ table }) => table);
}
