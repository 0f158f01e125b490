import type { Sql } from 'postgres';
import { withUnmigratedDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { testConfiguration } from '../support/index.js';
import type { BrowserTestServer } from './support.js';

/** Runs statements on the database of a server. */
export async function runInDatabase(
  { databaseUrl }: BrowserTestServer,
  work: (sql: Sql) => Promise<unknown>,
): Promise<void> {
  const configuration = testConfiguration({ DATABASE_URL: databaseUrl });
  await withUnmigratedDatabase({ configuration, log: silentLog }, work);
}
