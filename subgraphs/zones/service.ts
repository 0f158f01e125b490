import { type BoundOperations, bindOperations } from '../../platform/bind-operations.js';
import type { JobDefinition } from '../../platform/jobs.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import {
  accountJobs,
  approveAccount,
  changePassword,
  confirmEmail,
  countListedAccounts,
  deleteOwnKey,
  eventsOfAccounts,
  generateKey,
  keysOfAccounts,
  listAccounts,
  listMails,
  readAccount,
  readViewer,
  registerAccount,
  rejectAccount,
  requestEmailConfirmation,
  requestPasswordReset,
  resetPassword,
  retryMail,
  revokeKeyOfAccount,
  setSubscription,
  suspendAccount,
} from './accounts/index.js';
import { blockListJobs, exportBlockList } from './blocklist/index.js';
import {
  addBrand,
  brandDays,
  brandJobs,
  hitCountsOf,
  listBrands,
  listHits,
  removeBrand,
  triageHits,
  updateBrand,
} from './brands/index.js';
import {
  bulkRegistrationJobs,
  bulkRegistrations,
  namesOfRegistrations,
  registrationsByIds,
} from './bulk-registrations/index.js';
import { certificateJobs, listLogs, readLogs } from './certificates/index.js';
import { domainsOfHosts, readDomain } from './domains/index.js';
import { exportJobs, exportZone } from './exports/index.js';
import { dailyCounts, importJobs, importZone, listImports, listZones } from './imports/index.js';
import { nameserverChanges, nameserverDomains, nameserverJobs } from './nameservers/index.js';
import { listPolicyZones, policyZoneJobs } from './policy-zones/index.js';
import {
  cancelBulkLookup,
  compareVersions,
  createRdapClient,
  exportBulkResults,
  historiesOfWatches,
  listBulkLookups,
  listWatches,
  lookUpNow,
  progressOfJobs,
  type RdapDependencies,
  type RegistryNetwork,
  rdapDossier,
  rdapJobs,
  rdapZones,
  readBulkLookup,
  readWatch,
  resultsOfJobs,
  startBulkLookup,
  unwatchDomain,
  versionCountsOf,
  watchDomain,
} from './rdap/index.js';
import { observationPage, searchJobs, searchObservations } from './search/index.js';
import {
  createPullRuntime,
  listSources,
  type PullDependencies,
  type PullNetwork,
  pullJobs,
  pullZones,
} from './sources/index.js';

export type { AccountRecord, KeyRecord, MailRecord } from './accounts/index.js';
export { type BlockListFormat, blockListFormats } from './blocklist/index.js';
export { type BrandRow, brandHitKinds, type HitRow, listLimitedBrands } from './brands/index.js';
export type { BulkRegistrationKind, RegistrationRow } from './bulk-registrations/index.js';
export type { LogReport } from './certificates/index.js';
export type { ImportProgress, ImportRecord } from './imports/index.js';
export type {
  NameserverChange,
  NameserverChangeDirection,
  NameserverChangeKind,
  NameserverDomain,
} from './nameservers/index.js';
export { type PolicyZoneRecord, policyZonesIn, readPolicyZones } from './policy-zones/index.js';
export {
  type BulkProgress,
  inspectRdapBootstrap,
  type JobRow,
  type RegistryNetwork,
  rdapBacklogIn,
  readRdapBacklog,
  type WatchRow,
} from './rdap/index.js';
export {
  type PullNetwork,
  type PullProgress,
  type PullReport,
  readSources,
  type SourceRecord,
  sourcesIn,
} from './sources/index.js';

type Dependencies = RdapDependencies & PullDependencies;

/** Creates the dependencies of this domain; tests pass networks with which they simulate registries and sources. */
export function zoneDependencies(
  platform: Platform,
  registries?: RegistryNetwork,
  sources?: PullNetwork,
): Dependencies {
  const { configuration, database, clock, log, securityEvents = new SecurityEvents(platform) } = platform;
  const rdap = createRdapClient(platform, registries);
  const pulls = createPullRuntime(platform, sources);
  return { configuration, database, clock, log, securityEvents, settings: configuration.zones, rdap, pulls };
}

export function zoneJobs(dependencies: Dependencies): JobDefinition[] {
  return [
    ...[accountJobs, blockListJobs, brandJobs, bulkRegistrationJobs, certificateJobs, exportJobs, importJobs],
    ...[nameserverJobs, policyZoneJobs, pullJobs, rdapJobs, searchJobs],
  ].flatMap((jobs) => jobs(dependencies));
}

/** The functions of this domain for commands and tests. Each takes the caller and one input, and throws DomainError. */
const operations = {
  ...{ registerAccount, readViewer, listAccounts, countListedAccounts, readAccount, eventsOfAccounts },
  ...{ approveAccount, rejectAccount, suspendAccount, setSubscription },
  ...{ generateKey, deleteOwnKey, keysOfAccounts, revokeKeyOfAccount },
  ...{ changePassword, requestPasswordReset, resetPassword, requestEmailConfirmation, confirmEmail },
  ...{ listMails, retryMail },
  ...{ importZone, listImports, listZones, dailyCounts, listSources, pullZones, listLogs, readLogs },
  ...{ listBrands, addBrand, updateBrand, removeBrand, brandDays, hitCountsOf, listHits, triageHits, exportBlockList },
  ...{ listPolicyZones },
  ...{ exportZone, observationPage, searchObservations, nameserverDomains, nameserverChanges },
  ...{ bulkRegistrations, namesOfRegistrations, registrationsByIds },
  ...{ readDomain, domainsOfHosts, rdapDossier, rdapZones },
  ...{ watchDomain, unwatchDomain, listWatches, readWatch, versionCountsOf, historiesOfWatches, compareVersions },
  ...{ startBulkLookup, cancelBulkLookup, listBulkLookups, readBulkLookup, progressOfJobs, resultsOfJobs },
  ...{ exportBulkResults, lookUpNow },
};

export type ZoneService = BoundOperations<typeof operations> & { readonly jobs: readonly JobDefinition[] };

/** Creates the functions and jobs of this domain without GraphQL. */
export function createZoneService(
  platform: Platform,
  registries?: RegistryNetwork,
  sources?: PullNetwork,
): ZoneService {
  const dependencies = zoneDependencies(platform, registries, sources);
  return { ...bindOperations(operations, dependencies), jobs: zoneJobs(dependencies) };
}
