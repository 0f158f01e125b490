export { sourceAddressOf, trustedProxyTest } from './addresses.js';
export { admitNonBrowsers, admitSameOrigin, createOriginPolicy } from './admission.js';
export type { UnknownPathHandler } from './app.js';
export { createApp, type Listening, listen, type OpenListener } from './app.js';
export { BodyBudget } from './body-budget.js';
export { createRequestLimit, limitFailures, rateLimitKey } from './caller-limits.js';
export { bucketMetrics, driveSiteMetrics, massChangeMetrics } from './drive-site-metrics.js';
export { createOpenStreams, type OpenStreams, streamLimitKey } from './events/index.js';
export { registerGraphRoutes } from './graph-routes.js';
export { jobMetrics } from './job-metrics.js';
export { licenseMetrics } from './license-metrics.js';
export {
  createFetchMetrics,
  createMetrics,
  type FetchMetrics,
  type Metrics,
  type MetricsPublication,
  type StreamEnd,
  withPublication,
} from './metrics.js';
export { notificationMetrics } from './notification-metrics.js';
export { registerHealthRoutes } from './operations-routes.js';
export { builtPages, registerPageFiles } from './pages.js';
export { policyZoneMetrics } from './policy-zone-metrics.js';
export { rdapMetrics } from './rdap-metrics.js';
export { createReadiness, readyUntilClosed } from './readiness.js';
export { neutralErrorBody } from './rejection.js';
export { createRejectionReports, type RejectionReports } from './rejection-reports.js';
export {
  createRequestScopes,
  type RequestScope,
  type RequestScopes,
  type ScopeOptions,
} from './request-scopes.js';
export type {
  GatewayServices,
  HttpServer,
  HttpServerOptions,
  RegisterRoutes,
  ServiceListener,
} from './server-options.js';
export { type LimitChanges, SharedCounts } from './shared-counts.js';
export { exemptFromStallLimit } from './stalled-responses.js';
export { startHttpServer } from './start.js';
export { stopServing } from './stop.js';
export {
  createSubscriptionTransport,
  type OpenSubscription,
  type SubscriptionOpener,
  type SubscriptionRequest,
} from './subscriptions/index.js';
export { takeSocket, upgradeOf } from './upgrades.js';
export { zoneSourceMetrics } from './zone-source-metrics.js';
