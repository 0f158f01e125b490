import type { JobDefinition } from '../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { followIdnLabels } from './service.js';

export function brandJobs(dependencies: ZoneDependencies): JobDefinition[] {
  return [
    {
      name: 'zones.follow-international-labels',
      cron: '* * * * *',
      run: () => followIdnLabels(dependencies, { batches: Number.POSITIVE_INFINITY }),
    },
  ];
}
