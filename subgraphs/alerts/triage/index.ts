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
export { AlertSubscriptionResolver } from './resolver-subscription.js';
export type { AlertConnectionRecord, ScopedFilter } from './service/list-alerts.js';
export { AlertConnection } from './types-list.js';
