import type { JobDefinition } from '../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { sweepSessions } from './service/observation-page.js';

export { changeRow, jsonRow, type NameRow, stateRow } from './repository/rows.js';
export { isServerFailure } from './rules/failures.js';
export {
  activeObservations,
  changeObservations,
  type Dictionary,
  groupNames,
  latestObservations,
  type NameHistory,
  type PairObservation,
  presentIn,
  type ReadName,
} from './rules/observations.js';
export {
  assertSameSearch,
  dayMilliseconds,
  earliestReadable,
  readParameters,
  type SessionRequest,
} from './rules/parameters.js';
export type { Search } from './service/name-reader.js';
export {
  currentZones,
  observationPage,
  openSearch,
  ownerOf,
  readPage,
  searchOf,
} from './service/observation-page.js';
export type { ObservationRecord } from './service/pages.js';

export function searchJobs(dependencies: ZoneDependencies): JobDefinition[] {
  return [{ name: 'zones.sweep-sessions', cron: '* * * * *', run: () => sweepSessions(dependencies) }];
}
