import { type Executor, withUnmigratedDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { type CheckContext, type CheckResult, skip } from './check.js';

/** Why the database cannot be queried for a check; undefined if it has exactly the tables of this version. */
export async function missingTables({ database }: Pick<CheckContext, 'database'>): Promise<string | undefined> {
  const facts = await database().catch(() => undefined);
  if (facts === undefined) return 'the database cannot be reached';
  if (facts === null || facts.migrations.applied === 0) return 'no database yet';
  if (facts.migrations.isNewer) return 'the database was migrated by a newer version of Rampart';
  return facts.migrations.pending > 0 ? 'the database has pending migrations' : undefined;
}

/** Assesses the result of a query; skips the check if the database does not have the tables. */
export async function assessTables<Result>(
  { configuration, database }: Pick<CheckContext, 'configuration' | 'database'>,
  query: (sql: Executor) => Promise<Result>,
  assess: (result: Result) => CheckResult,
): Promise<CheckResult> {
  const reason = await missingTables({ database });
  if (reason !== undefined) return skip(reason);
  return assess(await withUnmigratedDatabase({ configuration, log: silentLog }, query));
}
