import type { JobDefinition } from '../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { retentionJob } from './service/retention.js';

export type { ImportRecord } from './repository/import-log.js';
export type { DelegationBatch } from './rules/delegation-batch.js';
export { DelegationCollector } from './rules/delegation-collector.js';
export {
  maxLabelLength,
  type Name,
  nameOf,
  presentationFormatOf,
  relativeName,
  validateName,
  wireLabel,
} from './rules/names.js';
export { assertSerial, isOlder } from './rules/rejection.js';
export type { ImportProgress } from './service/attempt.js';
export type { DelegationChanges, DelegationReading, ZoneTransfer } from './service/content.js';
export { findBulkRegistrationsJobName, watchBrandsJobName } from './service/follow-up-jobs.js';
export { importContent, importZone } from './service/import-zone.js';
export { OutdatedBaseError } from './service/incremental.js';
export { listImports } from './service/list-imports.js';
export { dailyCounts, listZones, newestImport } from './service/list-zones.js';
export { Spool } from './service/spool.js';
export type { ZoneFile } from './service/zone-file.js';

export function importJobs(dependencies: ZoneDependencies): readonly JobDefinition[] {
  return [retentionJob(dependencies)];
}
