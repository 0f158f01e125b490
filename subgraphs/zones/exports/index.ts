import type { JobDefinition } from '../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { sweepExports } from './service/export-zone.js';

export { exportZone } from './service/export-zone.js';
export { zoneExportStream } from './service/zone-export-stream.js';

export function exportJobs(dependencies: ZoneDependencies): JobDefinition[] {
  return [{ name: 'zones.sweep-exports', cron: '41 * * * *', run: () => sweepExports(dependencies) }];
}
