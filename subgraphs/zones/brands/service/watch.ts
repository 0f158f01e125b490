import type { TransactionSql } from 'postgres';
import { runJobNow } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { watchBrandsJobName } from '../../imports/index.js';
import { followImports } from './follow-imports.js';
import { MatcherCache } from './names-with-brands.js';
import { scanNames } from './scan-names.js';

/**
 * Compares names with brands until there is nothing left to compare: first the new names of imports with all brands,
 * then all names with brands that were added or changed.
 */
export async function watchBrands(
  { database, clock }: Pick<ZoneDependencies, 'database' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const work = { database, clock, cache: new MatcherCache() };
  const isContinued = () => signal?.aborted !== true;
  while (isContinued() && ((await followImports(work)) || (await scanNames(work))));
}

/**
 * Runs the job that compares names with brands as soon as the transaction commits, in addition to its run every minute.
 */
export async function runWatchJobNow(sql: TransactionSql): Promise<void> {
  await runJobNow(sql, { name: watchBrandsJobName, payload: {}, key: `${watchBrandsJobName} now` });
}
