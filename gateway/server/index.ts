export type { RequestScope, RequestScopes, ScopeOptions } from './request-scopes.js';
export { sourceAddressOf } from './source-address.js';
export {
  type GatewayServices,
  type HttpServer,
  type HttpServerOptions,
  type RegisterRoutes,
  type ServiceListener,
  startHttpServer,
} from './start.js';
export type { UnknownPathHandler, UnknownPaths } from './unknown-paths.js';
