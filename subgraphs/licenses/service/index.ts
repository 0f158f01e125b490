import type { JobDefinition } from '../../../platform/jobs.js';
import { SecurityEvents } from '../../../platform/security-events.js';
import type { Platform } from '../../../platform/subgraph.js';
import { type BoundVerbs, bindVerbs } from '../../../platform/verbs.js';
import { createLocalTime } from '../rules/local-time.js';
import { CheckInAlarms } from './alarms.js';
import { checkLicense } from './check-license.js';
import type { LicenseDependencies } from './dependencies.js';
import { openLicenseFiles } from './files.js';
import { busiestSources, rateInForce } from './rate.js';
import {
  activeControllers,
  controllersByGuids,
  controllersByHostnames,
  controllersUnderDomains,
  listControllers,
  readControllers,
} from './read-controllers.js';
import { listRefusals, sweepRefusalsJob } from './refusals.js';
import { releaseController } from './release-controller.js';
import { blacklistEntries, blacklistStatus, departmentsStatus, inspectFiles, licenseStatus } from './status.js';

export type { ControllerRecord } from '../records.js';
export { everyControllerField } from '../rules/controller-fields.js';
export type { LicenseRequest } from './dependencies.js';
export { checkInEvents } from './events.js';
export { type LicenseFiles, openLicenseFiles } from './files.js';
export { createLicenseKeys, issueLicense, type LicenseTerms, readLicense } from './issue-license.js';
export type { ControllerConnectionRecord } from './read-controllers.js';
export type { BlacklistConnectionRecord } from './status.js';

/** The verbs of this domain. Each takes who asks and one input, and throws DomainError. */
const verbs = {
  checkLicense,
  activeControllers,
  controllersByGuids,
  controllersByHostnames,
  controllersUnderDomains,
  readControllers,
  listControllers,
  releaseController,
  licenseStatus,
  blacklistStatus,
  blacklistEntries,
  departmentsStatus,
  listRefusals,
  rateInForce,
  busiestSources,
};

export type LicenseService = BoundVerbs<typeof verbs> & {
  readonly jobs: readonly JobDefinition[];
  /** Says in the log what stands with the files. */
  inspectFiles(): Promise<void>;
};

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** The service of the licenses domain on the given platform. */
export function createLicenseService(platform: Platform): LicenseService {
  const { rate, limit, blacklist, timeZone, ...watched } = platform.configuration.licenses;
  const { clock, log, securityEvents = new SecurityEvents({ log }) } = platform;
  const dependencies: LicenseDependencies = {
    database: platform.database,
    clock,
    log,
    files: openLicenseFiles(platform),
    settings: {
      rate: { count: rate.count, seconds: unitSeconds[rate.unit] },
      isRateEnforced: limit,
      matchesAddresses: blacklist === 'ip',
      identifiesControllers: watched.controllerAuth !== 'open',
    },
    localTime: createLocalTime(timeZone),
    alarms: new CheckInAlarms({
      ...{ events: securityEvents, clock },
      settings: { windowSeconds: watched.alarmWindowSeconds, newControllers: watched.alarmNewControllers },
    }),
  };
  return {
    ...bindVerbs(verbs, dependencies),
    jobs: [sweepRefusalsJob(dependencies)],
    inspectFiles: () => inspectFiles(dependencies),
  };
}
