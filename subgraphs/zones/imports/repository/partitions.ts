import type { TransactionSql } from 'postgres';
import { runStatement } from '../../../../platform/database/statement.js';

/** Ten days, by which `change` is partitioned, from the epoch on. */
const partitionMilliseconds = 10 * 86_400_000;

/** Makes the partition of `change` for this time where it is missing. Only under the lock of commits. */
export async function ensureChangePartition(sql: TransactionSql, at: number): Promise<void> {
  const period = Math.floor(at / partitionMilliseconds);
  const name = `change_${period}`;
  const [known] = await runStatement<{ exists: boolean }>(
    sql,
    "select to_regclass('zones.' || $1) is not null as exists",
    [name],
  );
  if (known?.exists === true) return;
  // Made apart and then attached: that takes a lock on the parent that readers do not wait for.
  await sql.unsafe(`create table zones.${name} (like zones.change including defaults)`);
  const [from, to] = [period * partitionMilliseconds, (period + 1) * partitionMilliseconds];
  await sql.unsafe(`alter table zones.change attach partition zones.${name} for values from (${from}) to (${to})`);
}

/** Names of the partitions of `change` that hold nothing from this time on. */
export async function selectOutdatedPartitions(sql: TransactionSql, before: number): Promise<string[]> {
  const rows = await runStatement<{ name: string }>(
    sql,
    `select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = 'zones.change'::regclass
      and (substring(child.relname from '^change_(\\d+)$')::int8 + 1) * ${partitionMilliseconds} <= $1::int8
    order by child.relname`,
    [before],
  );
  return rows.map(({ name }) => name);
}

/** Drops a partition of `change`. Readers under way are waited for, but not for long: others would wait behind us. */
export async function dropChangePartition(sql: TransactionSql, name: string): Promise<void> {
  await sql.unsafe("set local lock_timeout = '2s'");
  await sql.unsafe(`drop table zones.${name}`);
}

/** Of the advisory locks below; any number that nobody else takes. */
const zoneLocks = 94_101;
const commitLocks = 94_102;

/** Imports of one zone take turns: waits until no other is under way, and holds the turn until the transaction ends. */
export async function lockZone(sql: TransactionSql, zone: string): Promise<void> {
  await runStatement(sql, 'select pg_advisory_xact_lock($1::int, hashtext($2))', [zoneLocks, zone]);
}

/**
 * Imports of all zones take turns from here to their commit, so that the ids of ingests follow the order of commits.
 * Always taken after the zone's lock.
 */
export async function lockCommit(sql: TransactionSql): Promise<void> {
  await runStatement(sql, 'select pg_advisory_xact_lock($1::int, 0)', [commitLocks]);
}
