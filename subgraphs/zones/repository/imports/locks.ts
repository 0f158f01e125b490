import type { TransactionSql } from 'postgres';
import { runStatement } from '../../../../platform/database/statement.js';

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
