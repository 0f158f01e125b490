export { connectionAlertFields } from './fields.js';
export {
  type AlertCriteria,
  conditionsOf,
  countAlerts,
  countedFrom,
  criteriaTypes,
  isTallied,
  shapeOf,
} from './repository/criteria.js';
export { relatedTo } from './repository/related.js';
export { AlertResolver, alertReference } from './resolver.js';
export { BulkAlertChangeResolver } from './resolver-bulk.js';
export { AlertChangesResolver } from './resolver-changes.js';
export { EndpointAlertsResolver } from './resolver-endpoint.js';
export { AlertSubscriptionResolver } from './resolver-subscription.js';
export { AlertTimesResolver } from './resolver-times.js';
export { filterOfParameters, oneOf, readParameters, single } from './service/filter-parameters.js';
export type { AlertConnectionRecord } from './service/list-alerts.js';
export { type AlertRecord, alertNotFound, alertsOfIncidents, assertPossibleId } from './service/read-alerts.js';
export { bulkChangeJobs } from './service/run-bulk-changes.js';
export { type AlertFilterInput, type ScopedFilter, scopedFilter } from './service/scoped-filter.js';
export { Alert } from './types.js';
export { AlertConnection } from './types-list.js';
