export { assertMayListen } from './addresses.js';
export { admitOwnPages, admitPrograms } from './admission.js';
export { createApp, type Listening, listen } from './app.js';
export { watchCallers } from './failed-authentication.js';
export { createFetchFigures, type FetchFigures } from './fetch-figures.js';
export { createOriginPolicy } from './forgery.js';
export { builtPages, registerGraphRoutes } from './graph-routes.js';
export { createMetrics, type Metrics } from './metrics.js';
export { registerHealthRoutes } from './operations-routes.js';
export { registerPageFiles } from './page-routes.js';
export { createReadiness, readyUntilClosed } from './readiness.js';
export { neutralErrorBody } from './refusal.js';
export { createRequestLimit, type RequestLimit } from './request-limit.js';
export {
  createRequestScopes,
  type RequestScope,
  type RequestScopes,
  type ScopeOptions,
} from './request-scopes.js';
export { sourceAddressOf } from './source-address.js';
export {
  type EventSource,
  type GatewayServices,
  type HttpServer,
  type HttpServerOptions,
  type RegisterRoutes,
  type ServiceListener,
  startHttpServer,
} from './start.js';
export { stopServing } from './stop-serving.js';
export type { UnknownPathHandler, UnknownPaths } from './unknown-paths.js';
