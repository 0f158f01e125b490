import { dayMs } from '../../../../platform/durations.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { findBulkRegistrationsJobName } from '../../imports/index.js';
import { changeRetentionMs } from '../../search/index.js';
import { deleteOutdatedRegistrations } from '../repository/store.js';
import { DayCache, followImports } from './follow-imports.js';

/** Finds bulk registrations in all imports that were not processed yet. */
export async function findBulkRegistrations(
  { database, clock }: Pick<ZoneDependencies, 'database' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const following = { database, clock, cache: new DayCache() };
  while (signal?.aborted !== true && (await followImports(following)));
}

/** Maximum numbers of bulk registrations, and of daily counts, that one transaction deletes. */
const deletedPerBatch = 500;

/** Deletes bulk registrations and daily counts of days that the change log no longer contains. */
async function deleteOutdated({ database, clock }: ZoneDependencies, signal: AbortSignal | undefined): Promise<void> {
  const before = Math.floor((clock.now() - changeRetentionMs) / dayMs);
  for (let deleted = 1; deleted > 0 && signal?.aborted !== true; ) {
    ({ deleted } = await database.transaction((sql) =>
      deleteOutdatedRegistrations(sql, { before, limit: deletedPerBatch }),
    ));
  }
}

export function bulkRegistrationJobs(dependencies: ZoneDependencies): JobDefinition[] {
  return [
    {
      name: findBulkRegistrationsJobName,
      cron: '* * * * *',
      run: (_, signal) => findBulkRegistrations(dependencies, signal),
    },
    {
      name: 'zones.drop-outdated-bulk-registrations',
      cron: '41 3 * * *',
      deletesHistory: true,
      run: (_, signal) => deleteOutdated(dependencies, signal),
    },
  ];
}
