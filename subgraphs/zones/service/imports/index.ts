import type { JobDefinition } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { importZone } from './import-zone.js';
import { listImports } from './list-imports.js';
import { listZones } from './list-zones.js';
import { retentionJob } from './retention.js';

export type { ImportProgress, ImportZoneInput } from './attempt.js';
export type { ImportConnectionRecord } from './list-imports.js';
export { dropOutdatedChanges } from './retention.js';

/** The verbs of imports and of what they leave behind. */
export const importVerbs = { importZone, listImports, listZones };

export function importJobs(dependencies: ZoneDependencies): readonly JobDefinition[] {
  return [retentionJob(dependencies)];
}
