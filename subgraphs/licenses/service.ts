import { type BoundOperations, bindOperations } from '../../platform/bind-operations.js';
import type { JobDefinition } from '../../platform/jobs.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import {
  activeControllers,
  busiestSources,
  CheckInAlarms,
  type CheckInDependencies,
  checkLicense,
  createCheckInWrites,
  listRejections,
  rateLimit,
  sweepRejectionsJob,
} from './check-in/index.js';
import { openStoredDocuments } from './documents/index.js';
import { previewDocument, readDocument, replaceDocument } from './editing/index.js';
import { blacklistEntries, blacklistStatus, departmentsStatus, inspectFiles, openLicenseFiles } from './files/index.js';
import { countSeatsJob, licenseHistory, sweepSeatCountsJob } from './history/index.js';
import { issueMachineFile } from './machine-files/index.js';
import {
  controllersByGuids,
  controllersByNames,
  createLocalTimeFormatter,
  findHostsJob,
  freeSeatsJob,
  licenseStatus,
  listControllers,
  readControllers,
  releaseController,
} from './registry/index.js';
import { createUptimeRecorder, openUptime, type UptimeRecorder } from './uptime/index.js';
import {
  appendUsageJob,
  listUsage,
  proveConsistency,
  proveInclusion,
  signedUsageHead,
  signedUsageHeadOrNull,
  usageCheckIns,
  usageEntries,
  usageHead,
} from './usage/index.js';
import { checkWarningsJob, listWarnings, readWarnings } from './warnings/index.js';

export { documentsOf, readStoredDocuments, type StoredDocument } from './documents/index.js';
export {
  createLicenseKeys,
  issueLicense,
  type LicenseFiles,
  openLicenseFiles,
  verifyLicenseAt,
} from './files/index.js';
export { allControllerFields, type ControllerRecord, controllerFieldsFor } from './registry/index.js';
export { verifyDetached } from './signing.js';
export { UsageTree } from './usage/index.js';
export { DocumentKind, WarningKind } from './vocabulary.js';
export { licenseTotals } from './warnings/index.js';

/**
 * The operations of the licenses domain. Each accepts the request and one input object, and throws a DomainError if it
 * fails.
 */
const operations = {
  ...{ checkLicense, activeControllers, listRejections, rateLimit, busiestSources },
  ...{ controllersByGuids, controllersByNames, readControllers, listControllers, releaseController },
  ...{ proveConsistency, proveInclusion, signedUsageHead, usageEntries, usageHead },
  ...{ signedUsageHeadOrNull, licenseHistory, listUsage, usageCheckIns },
  ...{ previewDocument, readDocument, replaceDocument },
  ...{
    licenseStatus,
    listWarnings,
    readWarnings,
    issueMachineFile,
    blacklistStatus,
    blacklistEntries,
    departmentsStatus,
  },
};

export type LicenseService = BoundOperations<typeof operations> & {
  readonly jobs: readonly JobDefinition[];
  readonly uptimeRecorder: UptimeRecorder;
  /** Reads the license, the blacklist and the departments when the process starts, and logs their states. */
  inspectFiles(): Promise<void>;
};

const jobs: readonly ((dependencies: CheckInDependencies) => JobDefinition)[] = [
  ...[sweepRejectionsJob, freeSeatsJob, findHostsJob, checkWarningsJob],
  ...[appendUsageJob, countSeatsJob, sweepSeatCountsJob],
];

/** Creates the service of the licenses domain. */
export function createLicenseService(platform: Platform): LicenseService {
  const settings = platform.configuration.licenses;
  const { clock, log, database, securityEvents = new SecurityEvents({ log }) } = platform;
  const dependencies: CheckInDependencies = {
    ...{ database, clock, log, settings },
    files: openLicenseFiles({ ...platform, documents: openStoredDocuments(platform) }),
    uptime: openUptime(platform),
    formatLocalTime: createLocalTimeFormatter(settings.timeZone),
    writes: createCheckInWrites(database),
    alarms: new CheckInAlarms({
      ...{ events: securityEvents, clock },
      settings: { windowSeconds: settings.alarmWindowSeconds, newControllers: settings.alarmNewControllers },
    }),
  };
  return {
    ...bindOperations(operations, dependencies),
    jobs: jobs.map((create) => create(dependencies)),
    uptimeRecorder: createUptimeRecorder(dependencies),
    inspectFiles: () => inspectFiles(dependencies),
  };
}
