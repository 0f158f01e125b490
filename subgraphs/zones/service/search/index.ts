import type { JobDefinition } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { dailyCounts } from './daily-counts.js';
import { domainsByNames, domainsOfHosts, readDomain } from './domains.js';
import { followIdnLabels, lookAlikes } from './look-alikes.js';
import { observationPage } from './observation-page.js';
import { sweepSessions } from './sessions.js';

export { zoneFile } from '../../rules/search/zone-name.js';
export type { DailyCountRecord } from './daily-counts.js';
export { type DomainRecord, pageHistory } from './domains.js';
export type { LookAlikeRecord } from './look-alikes.js';
export type { ObservationPageRecord } from './observation-page.js';
export type { SearchInput } from './parameters.js';
export type { ObservationRecord } from './search.js';

/** What is asked of the observations. */
export const searchVerbs = { observationPage, readDomain, domainsByNames, domainsOfHosts, lookAlikes, dailyCounts };

export function searchJobs(dependencies: ZoneDependencies): JobDefinition[] {
  return [
    { name: 'zones.sweep-sessions', cron: '* * * * *', run: () => sweepSessions(dependencies) },
    {
      name: 'zones.follow-international-labels',
      cron: '* * * * *',
      run: () => followIdnLabels(dependencies, { batches: Number.POSITIVE_INFINITY }),
    },
  ];
}
