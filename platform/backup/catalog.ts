import type { TransactionSql } from 'postgres';
import { rampartSchemas } from '../database/migrate.js';
import type { SequenceState, TableDescription } from './manifest.js';

/** A table in the snapshot of a backup. */
export interface SnapshotTable {
  readonly description: TableDescription;
  /** OID of the table. */
  readonly id: string;
  /** The relfilenode, which changes if the table is truncated or rewritten. */
  readonly file: string;
  /** PostgreSQL's estimate of the number of rows. */
  readonly rows: number;
}

interface TableRow {
  id: string;
  file: string;
  rows: number;
  schema: string;
  name: string;
  columns: string[];
  partitionedBy: string | null;
  parentSchema: string | null;
  parentName: string | null;
  bound: string | null;
  options: string[] | null;
}

/** All tables in the schemas of an instance, partitioned tables before their partitions. */
export async function readTables(sql: TransactionSql): Promise<SnapshotTable[]> {
  const rows = await sql<TableRow[]>`
    with recursive found as (
      select oid, 0 as depth from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = any(
        select oid from pg_namespace where nspname::text = any(${rampartSchemas()}::text[]))
      union all
      select inhrelid, depth + 1 from pg_inherits join found on inhparent = found.oid
    )
    select class.oid::text as id, class.relfilenode::text as file, greatest(class.reltuples, 0)::float8 as rows,
      schema.nspname as schema, class.relname as name, columns.names as columns,
      pg_get_partkeydef(class.oid) as "partitionedBy",
      parent_schema.nspname as "parentSchema", parent.relname as "parentName",
      pg_get_expr(class.relpartbound, class.oid) as bound, class.reloptions as options
    from found
    join pg_class class on class.oid = found.oid
    join pg_namespace schema on schema.oid = class.relnamespace
    left join pg_inherits link on link.inhrelid = class.oid
    left join pg_class parent on parent.oid = link.inhparent
    left join pg_namespace parent_schema on parent_schema.oid = parent.relnamespace
    cross join lateral (
      select coalesce(array_agg(attname::text order by attnum), '{}') as names from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) columns
    order by found.depth, schema.nspname collate "C", class.relname collate "C"`;
  return rows.map((row) => ({ id: row.id, file: row.file, rows: row.rows, description: descriptionOf(row) }));
}

function descriptionOf(row: TableRow): TableDescription {
  const { schema, name, columns, partitionedBy, parentSchema, parentName, bound, options } = row;
  const isPartition = parentSchema !== null && parentName !== null && bound !== null;
  const of = { schema: parentSchema ?? '', name: parentName ?? '' };
  return {
    ...{ schema, name, columns, partitionedBy },
    partition: isPartition ? { of, bound, options: options ?? [] } : null,
  };
}

/**
 * Reads the current values of the sequences. PostgreSQL snapshots do not include sequences. Their values are read after
 * the snapshot is taken, so no value is behind the rows in the snapshot.
 */
export async function readSequences(sql: TransactionSql): Promise<SequenceState[]> {
  const sequences = await sql<{ schema: string; name: string; quoted: string }[]>`
    select nspname as schema, relname as name, format('%I.%I', nspname, relname) as quoted
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'S' and nspname::text = any(${rampartSchemas()}::text[]) order by 1, 2`;
  const states: SequenceState[] = [];
  for (const { schema, name, quoted } of sequences) {
    const [state] = await sql.unsafe<{ lastValue: string; isCalled: boolean }[]>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted}`,
    );
    if (state !== undefined) states.push({ schema, name, ...state });
  }
  return states;
}
