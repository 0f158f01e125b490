// Exports no resolvers and types, because commands must not load GraphQL.
export {
  type AlertCriteria,
  type CountedRows,
  conditionsOf,
  countAlerts,
  countedFrom,
  criteriaTypes,
  isTallied,
  shapeOf,
} from './repository/criteria.js';
export { relatedTo } from './repository/related.js';
export { filterOfParameters } from './service/filter-parameters.js';
export type { AlertConnectionRecord } from './service/list-alerts.js';
export { type AlertRecord, alertNotFound, alertsOfIncidents, assertPossibleId } from './service/read-alerts.js';
export { bulkChangeJobs } from './service/run-bulk-changes.js';
export { criteriaOf, type ScopedFilter, scopedFilter } from './service/scoped-filter.js';
