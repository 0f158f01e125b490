import type { JobDefinition } from '../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { retentionJob } from './service/retention.js';

export type { ImportRecord } from './repository/import-log.js';
export type { ImportProgress } from './service/attempt.js';
export { importZone } from './service/import-zone.js';
export { listImports } from './service/list-imports.js';
export { dailyCounts, listZones } from './service/list-zones.js';

export function importJobs(dependencies: ZoneDependencies): readonly JobDefinition[] {
  return [retentionJob(dependencies)];
}
