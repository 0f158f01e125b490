import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  boolean,
  cast,
  execute,
  fetchRow,
  fetchRows,
  integer,
  nullable,
  type RowOf,
  rawQuery,
  sqlFile,
  text,
} from '../../../../platform/database/statements/index.js';
import { nameserverSetId } from '../../set-ids.js';
import { nameserverSet } from '../../tables.js';
import { nameserverProgress, nameserverUse } from '../tables.js';

/** Reads the progress of the index and locks it until the transaction ends. */
export const lockProgress = fetchRow({}, () =>
  rawQuery(
    { setId: nameserverProgress.setId, isComplete: nameserverProgress.isComplete },
    (columns) => sql`select ${columns} from ${nameserverProgress} for update`,
  ),
);

/**
 * Adds the nameservers of the next sets after `after` to the index. Returns the last of these sets; null if there are
 * none.
 */
export const indexNextSets = fetchRow({ after: nameserverSetId, limit: integer }, ({ after, limit }) =>
  rawQuery(
    { last: cast(nullable(nameserverSetId), sql`(select max(id) from next)`) },
    (columns) => sql`with next as materialized (
          select id, data from ${nameserverSet} where id > ${after} order by id limit ${limit}
        ), added as (
          insert into ${nameserverUse} (name, set_id) select name, next.id from next, unnest(next.data) as name
          on conflict do nothing
        ) select ${columns}`,
  ),
);

export const updateProgress = execute(
  { setId: nameserverSetId, isComplete: boolean },
  (values) => sql`update ${nameserverProgress} set set_id = ${values.setId}, is_complete = ${values.isComplete}`,
);

const missingIndexes = sqlFile(import.meta.url, './missing-indexes.sql', {
  parameters: {},
  row: { index: text, table: text, name: text, isDirect: boolean, isLeaf: boolean, columns: text, isBuilt: boolean },
});

/** An index that a partition lacks. All names come from the system catalog. */
export type MissingIndex = RowOf<typeof missingIndexes>;

/** The indexes of nameservers that partitions of earlier releases lack, those of leaves first. */
export const selectMissingIndexes = fetchRows(missingIndexes);

/** Creates the index of a leaf partition without blocking imports. Must not run in a transaction. */
export async function createIndex(executor: Executor, { name, table, columns }: MissingIndex): Promise<void> {
  // A process that died while it created the index has left an invalid one.
  await executor.unsafe(`drop index if exists zones.${name}`);
  await executor.unsafe(`create index concurrently ${name} on ${table} ${columns}`);
}

/**
 * Attaches the index of a partition to that of its table. Creates it first from the indexes of the leaves, if needed.
 */
export async function attachIndex(executor: Executor, missing: MissingIndex): Promise<void> {
  const { index, name, table, columns, isLeaf } = missing;
  if (!isLeaf) await executor.unsafe(`create index if not exists ${name} on ${table} ${columns}`);
  await executor.unsafe(`alter index ${index} attach partition zones.${name}`);
}
