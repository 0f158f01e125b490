import { dayMs } from '../../../platform/durations.js';
import type { JobDefinition } from '../../../platform/jobs.js';
import { deleteOldBulkLookups } from './repository/bulk-lookups.js';
import { deleteExpiredFailures } from './repository/failures.js';
import { deleteEndedLeases, deleteExpiredResponses } from './repository/responses.js';
import { deleteOldVersions } from './repository/watches.js';
import { cancelBulkLookup, startBulkLookup } from './service/bulk-lookups.js';
import { exportBulkResults } from './service/export-results.js';
import type { RdapDependencies } from './service/lookup.js';
import { rdapDossier, rdapZones } from './service/lookup.js';
import {
  listBulkLookups,
  progressOfBulkLookups,
  readBulkLookup,
  resultsOfBulkLookups,
} from './service/read-bulk-lookups.js';
import {
  compareVersions,
  historiesOfWatches,
  listWatches,
  readWatch,
  versionCountsOf,
} from './service/read-watches.js';
import { breaker } from './service/registry-servers.js';
import { lookUpNow, runLookups } from './service/run-lookups.js';
import { lookupsJob, unwatchDomain, watchDomain } from './service/watches.js';

export type { DossierChange } from './rules/changes.js';
export type { BulkLookupRow } from './service/bulk-lookups.js';
export { createRdapClient, type RegistryNetwork } from './service/client.js';
export { inspectRdapBootstrap } from './service/inspect-bootstrap.js';
export { type RdapDependencies, storedDossier } from './service/lookup.js';
export { readRdapBacklog, readRdapBacklogWith } from './service/read-backlog.js';
export { changesOfWatches, oldestVersionsOfWatches, type WatchRow, watchIdsOfDomain } from './service/read-watches.js';
export type { BulkRdapProgress } from './types-bulk.js';

/** The RDAP operations that commands and tests call. */
export const rdapOperations = {
  ...{ rdapDossier, rdapZones, exportBulkResults, lookUpNow },
  ...{ watchDomain, unwatchDomain, listWatches, readWatch, versionCountsOf, historiesOfWatches, compareVersions },
  ...{
    startBulkLookup,
    cancelBulkLookup,
    listBulkLookups,
    readBulkLookup,
    progressOfBulkLookups,
    resultsOfBulkLookups,
  },
};

/** Retention of bulk lookups that have ended, in milliseconds. */
const bulkLookupRetentionMs = 30 * dayMs;
/** Maximum number of stored versions per watch. */
const maxVersions = 1000;
/** Maximum time of a run of the lookup job; its next scheduled run continues. */
const maxRunMs = 50_000;

/**
 * The RDAP jobs, which perform background lookups, refresh the bootstrap registry daily, and delete old versions, old
 * bulk lookups, and expired responses, failures and leases.
 */
export function rdapJobs(dependencies: RdapDependencies): JobDefinition[] {
  const { database, clock, rdap, settings } = dependencies;
  return [
    lookupJob(dependencies),
    {
      name: 'zones.sweep-registrations',
      cron: '27 3 * * *',
      deletesHistory: true,
      async run() {
        const before = clock.now() - settings.rdapHistoryDays * dayMs;
        await database.guard(async (sql) => {
          await deleteOldVersions(sql, { before, maxVersions });
          await deleteOldBulkLookups(sql, { before: clock.now() - bulkLookupRetentionMs });
        });
      },
    },
    { name: 'zones.refresh-rdap-bootstrap', cron: '23 3 * * *', run: () => rdap.bootstrap.refresh() },
    {
      name: 'zones.sweep-rdap-responses',
      cron: '41 * * * *',
      async run() {
        await database.guard(async (sql) => {
          await deleteExpiredResponses(sql, { now: clock.now() });
          await deleteExpiredFailures(sql, { now: clock.now(), forgetAfterMs: breaker.forgetAfterMs });
          await deleteEndedLeases(sql);
        });
      },
    },
  ];
}

/**
 * Performs due lookups. A process has one run at a time, which includes the lookups that become due in the meantime.
 */
function lookupJob(dependencies: RdapDependencies): JobDefinition {
  let isRunning = false;
  return {
    name: lookupsJob,
    cron: '* * * * *',
    async run(_payload, signal) {
      if (isRunning) return;
      isRunning = true;
      const end = AbortSignal.timeout(maxRunMs);
      try {
        await runLookups(dependencies, signal ? AbortSignal.any([signal, end]) : end);
      } finally {
        isRunning = false;
      }
    },
  };
}
