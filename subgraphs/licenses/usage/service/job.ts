import type { JobDefinition } from '../../../../platform/jobs.js';
import type { LicenseDependencies } from '../../dependencies.js';
import { appendChanges } from './append-changes.js';
import { appendCheckIns } from './append-check-ins.js';

/** The job that appends seat changes, machine files, and the check-ins of ended days to the usage log, each minute. */
export function appendUsageJob(dependencies: LicenseDependencies): JobDefinition {
  return {
    name: 'licenses.append-usage',
    cron: '* * * * *',
    async run(_payload, signal) {
      await appendChanges(dependencies, signal);
      await appendCheckIns(dependencies, signal);
    },
  };
}
