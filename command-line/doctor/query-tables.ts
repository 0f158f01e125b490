import { type Executor, withUnmigratedDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import type { CheckContext } from './check.js';

/** Why a check that uses {@link queryTables} is skipped. */
export const missingTablesReason = 'the database does not exist yet or has pending migrations';

/** Runs a query; returns undefined if the database does not have all tables of this version. */
export async function queryTables<Result>(
  { configuration, database }: Pick<CheckContext, 'configuration' | 'database'>,
  query: (sql: Executor) => Promise<Result>,
): Promise<Result | undefined> {
  const facts = await database();
  if (facts === null || facts.migrations.pending > 0) return undefined;
  return await withUnmigratedDatabase({ configuration, log: silentLog }, query);
}
