import { sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import {
  bigint,
  boolean,
  cast,
  execute,
  fetchOne,
  rawQuery,
  run,
  sqlFile,
  text,
} from '../../../../platform/database/statements/index.js';
import { dayMs } from '../../../../platform/durations.js';

/** Range of a partition of `change`: 10 days, counted from the Unix epoch. */
const partitionMs = 10 * dayMs;

const selectExistence = fetchOne({ name: text }, ({ name }) =>
  rawQuery(
    { exists: cast(boolean, sql`to_regclass('zones.' || ${name}) is not null`) },
    (columns) => sql`select ${columns}`,
  ),
);

/**
 * Creates the partition of `change` for this time unless it exists. The caller holds the lock of {@link lockCommit}.
 */
export async function ensureChangePartition(transaction: TransactionSql, at: number): Promise<void> {
  const period = Math.floor(at / partitionMs);
  const name = `change_${period}`;
  const partition = await selectExistence(transaction, { name });
  if (partition.exists) return;
  // Created and then attached, because this acquires a lock on the parent that does not block readers.
  await transaction.unsafe(`create table zones.${name} (like zones.change including defaults)`);
  const [from, to] = [period * partitionMs, (period + 1) * partitionMs];
  await transaction.unsafe(
    `alter table zones.change attach partition zones.${name} for values from (${from}) to (${to})`,
  );
}

const outdatedPartitions = sqlFile(import.meta.url, './outdated-partitions.sql', {
  parameters: { before: bigint, partitionMs: bigint },
  row: { name: text },
});

/** Names of the partitions of `change` that end at or before this time. */
export async function selectOutdatedPartitions(transaction: TransactionSql, before: number): Promise<string[]> {
  return (await run(transaction, outdatedPartitions, { before, partitionMs })).map(({ name }) => name);
}

/** Drops a partition of `change`. Waits for its lock only briefly, because other statements would queue behind it. */
export async function dropChangePartition(transaction: TransactionSql, name: string): Promise<void> {
  await transaction.unsafe("set local lock_timeout = '2s'");
  await transaction.unsafe(`drop table zones.${name}`);
}

/** Classes of the advisory locks below; any numbers that nothing else uses. */
const [zoneLocks, commitLocks] = [94_101, 94_102];

/** Serializes the imports of one zone: waits for the lock, and holds it until the transaction ends. */
export const lockZone = execute(
  { zone: text },
  ({ zone }) => sql`select pg_advisory_xact_lock(${zoneLocks}, hashtext(${zone}))`,
);

/**
 * Serializes the imports of all zones from this call to their commit, so the ids of ingests follow the order of
 * commits. Always acquired after the lock of the zone.
 */
export const lockCommit = execute({}, () => sql`select pg_advisory_xact_lock(${commitLocks}, 0)`);
