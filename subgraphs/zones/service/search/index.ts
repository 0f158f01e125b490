import type { JobDefinition } from '../../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { observationPage } from './observation-page.js';
import { sweepSessions } from './sessions.js';

export type { ObservationPageRecord } from './observation-page.js';
export type { SearchInput } from './parameters.js';
export type { ObservationRecord } from './search.js';

/** What is asked of the observations. */
export const searchVerbs = { observationPage };

export function searchJobs(dependencies: ZoneDependencies): JobDefinition[] {
  return [{ name: 'zones.sweep-sessions', cron: '* * * * *', run: () => sweepSessions(dependencies) }];
}
