export {
  type AlertCriteria,
  conditionsOf,
  countAlerts,
  countedFrom,
  criteriaTypes,
  isTallied,
  shapeOf,
} from './repository/criteria.js';
export { AlertResolver, alertReference } from './resolver.js';
export { AlertChangesResolver } from './resolver-changes.js';
export { EndpointAlertsResolver } from './resolver-endpoint.js';
export type { ScopedFilter } from './service/filter.js';
export type { AlertConnectionRecord } from './service/list-alerts.js';
export { AlertConnection } from './types-list.js';
