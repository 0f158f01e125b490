import type { JobDefinition } from '../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { completeIndex } from './service/complete-index.js';

export { nameserverNames } from './rules/input.js';
export { type NameserverChange, nameserverChanges } from './service/list-changes.js';
export { type NameserverDomain, nameserverDomains } from './service/list-domains.js';
export { requestedZones, requireIndex } from './service/requested-zones.js';

export type { NameserverChangeDirection, NameserverChangeKind } from './vocabulary.js';

export function nameserverJobs(dependencies: ZoneDependencies): JobDefinition[] {
  return [
    {
      name: 'zones.complete-nameservers',
      cron: '* * * * *',
      run: (_, signal) => completeIndex(dependencies, signal),
    },
  ];
}
