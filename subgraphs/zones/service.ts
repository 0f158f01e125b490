import { type BoundOperations, bindOperations } from '../../platform/bind-operations.js';
import type { JobDefinition } from '../../platform/jobs.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import { accountJobs, accountOperations } from './accounts/index.js';
import { blockListJobs, exportBlockList } from './blocklist/index.js';
import { brandJobs, brandOperations } from './brands/index.js';
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
  createRdapClient,
  type RdapDependencies,
  type RegistryNetwork,
  rdapJobs,
  rdapOperations,
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
export { type BrandRow, brandHitKinds, type HitRow, listFullBrands } from './brands/index.js';
export type { BulkRegistrationKind, RegistrationRow } from './bulk-registrations/index.js';
export type { LogReport } from './certificates/index.js';
export { normalizeDomainName } from './domains/index.js';
export type { ImportProgress, ImportRecord } from './imports/index.js';
export { zoneNameOf } from './names.js';
export type {
  NameserverChange,
  NameserverChangeDirection,
  NameserverChangeKind,
  NameserverDomain,
} from './nameservers/index.js';
export { type PolicyZoneRecord, policyZonesIn, readPolicyZones } from './policy-zones/index.js';
export {
  type BulkLookupRow,
  type BulkRdapProgress,
  inspectRdapBootstrap,
  type RegistryNetwork,
  readRdapBacklog,
  readRdapBacklogWith,
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

/**
 * The operations of this domain that commands and tests call. Each accepts the caller and one input, and throws
 * DomainError.
 */
const operations = {
  ...accountOperations,
  ...brandOperations,
  ...rdapOperations,
  ...{ importZone, listImports, listZones, dailyCounts, listSources, pullZones, listLogs, readLogs },
  ...{ exportBlockList, listPolicyZones, exportZone, observationPage, searchObservations },
  ...{ nameserverDomains, nameserverChanges, bulkRegistrations, namesOfRegistrations, registrationsByIds },
  ...{ readDomain, domainsOfHosts },
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
