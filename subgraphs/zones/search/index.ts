import type { JobDefinition } from '../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { sweepSessions } from './service/observation-page.js';

export { changeRow, jsonRow, type NameRow, nameRows, stateRow } from './repository/rows.js';
export {
  activeObservations,
  changeObservations,
  changeOf,
  type Dictionary,
  groupNames,
  latestObservations,
  type NameHistory,
  type NameserverRow,
  type PairObservation,
  type ReadName,
  requireValue,
} from './rules/observations.js';
export {
  applyTier,
  assertSameSearch,
  earliestReadable,
  readParameters,
  type SessionRequest,
  type Window,
  windowBetween,
} from './rules/parameters.js';
export { type ChargedList, continueListSession, openListSession, readChargedPage } from './service/charged-list.js';
export type { Search } from './service/name-reader.js';
export {
  currentZones,
  existingZones,
  observationPage,
  openSearch,
  ownerOf,
  readPage,
  searchOf,
} from './service/observation-page.js';
export { loadDictionary, type ObservationRecord } from './service/pages.js';
export { searchObservations } from './service/search-observations.js';
export { changeRetentionMs } from './service/state-at.js';

export function searchJobs(dependencies: ZoneDependencies): JobDefinition[] {
  return [{ name: 'zones.sweep-sessions', cron: '* * * * *', run: () => sweepSessions(dependencies) }];
}
export { assertWithinTier } from './service/within-tier.js';
