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
import { brandJobs } from './brands/index.js';
import { domainsOfHosts, readDomain } from './domains/index.js';
import { dailyCounts, importJobs, importZone, listImports, listZones } from './imports/index.js';
import {
  createRdapClient,
  type RdapDependencies,
  type RegistryNetwork,
  rdapDossier,
  rdapJobs,
  rdapZones,
} from './rdap/index.js';
import { observationPage, searchJobs } from './search/index.js';

export type { AccountRecord, KeyRecord, MailRecord } from './accounts/index.js';
export type { ImportProgress, ImportRecord } from './imports/index.js';
export { inspectRdapBootstrap, type RegistryNetwork } from './rdap/index.js';

/** Creates the dependencies of this domain; `outside` replaces the network of the registries in tests. */
export function zoneDependencies(platform: Platform, outside?: RegistryNetwork): RdapDependencies {
  const { configuration, database, clock, log, securityEvents = new SecurityEvents(platform) } = platform;
  const rdap = createRdapClient(platform, outside);
  return { configuration, database, clock, log, securityEvents, settings: configuration.zones, rdap };
}

export function zoneJobs(dependencies: RdapDependencies): JobDefinition[] {
  return [accountJobs, brandJobs, importJobs, rdapJobs, searchJobs].flatMap((jobs) => jobs(dependencies));
}

/** The functions of this domain for commands and tests. Each takes the caller and one input, and throws DomainError. */
const verbs = {
  ...{ registerAccount, readViewer, listAccounts, countListedAccounts, readAccount, eventsOfAccounts },
  ...{ approveAccount, rejectAccount, suspendAccount, setSubscription },
  ...{ generateKey, deleteOwnKey, keysOfAccounts, revokeKeyOfAccount },
  ...{ changePassword, requestPasswordReset, resetPassword, requestEmailConfirmation, confirmEmail },
  ...{ listMails, retryMail },
  ...{ importZone, listImports, listZones, dailyCounts },
  ...{ observationPage, readDomain, domainsOfHosts, rdapDossier, rdapZones },
};

export type ZoneService = BoundOperations<typeof verbs> & { readonly jobs: readonly JobDefinition[] };

/** Creates the functions and jobs of this domain without GraphQL. */
export function createZoneService(platform: Platform, outside?: RegistryNetwork): ZoneService {
  const dependencies = zoneDependencies(platform, outside);
  return { ...bindOperations(verbs, dependencies), jobs: zoneJobs(dependencies) };
}
