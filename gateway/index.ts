export { accessAdministration } from './administration/index.js';
export {
  accessTokenAuthenticator,
  adminTokenPath,
  configuredAdminTokens,
  controllerIdentification,
  createCallerAuthenticator,
  defaultLifetimeDays,
  isLoopback,
  OperatorTokens,
  readAdminTokens,
  revocationSeconds,
} from './authentication/index.js';
export {
  alertAccess,
  createCallSigner,
  type RemoteDownloads,
  remoteDownloads,
  remoteSubgraph,
  type SignCall,
  startSubgraphServer,
  subgraphUrl,
} from './cluster/index.js';
export { readTrustedDocuments } from './documents/index.js';
export {
  bearerChallenge,
  httpStatusOf,
  isBearerError,
  type MaskedError,
  maskError,
  maskErrors,
  retryAfterOf,
} from './errors/index.js';
export {
  compileSource,
  type DataSource,
  type FetchRequest,
  InProcessDataSource,
  type InProcessOptions,
  internalSchema,
  readSource,
} from './execution/index.js';
export { buildGraph, type Graph, type OpenedGraph, type PreparedOperation, type PublishedGraph } from './graph.js';
export { createNodesSubgraph, nodesName, ownersOfNodes, withNodes } from './nodes/index.js';
export { openGraph } from './open-graph.js';
export { createAccessCheck, findProvider, identityProviders } from './openid/index.js';
export {
  createResponseCache,
  matchesEtag,
  type ResponseSlot,
  type StoredResponse,
  sendNotModified,
} from './response-cache/index.js';
export { createResponseSigner } from './response-signatures/index.js';
export {
  bucketMetrics,
  createFetchMetrics,
  driveSiteMetrics,
  exemptFromStallLimit,
  type FetchMetrics,
  type GatewayServices,
  type HttpServer,
  type HttpServerOptions,
  jobMetrics,
  type LimitChanges,
  licenseMetrics,
  limitFailures,
  type MetricsPublication,
  massChangeMetrics,
  notificationMetrics,
  policyZoneMetrics,
  type RegisterRoutes,
  type RequestScope,
  rateLimitKey,
  rdapMetrics,
  type ScopeOptions,
  type ServiceListener,
  SharedCounts,
  sourceAddressOf,
  startHttpServer,
  type UnknownPathHandler,
  zoneSourceMetrics,
} from './server/index.js';
export { AccessChecks, accessSweep, browserSessions, Sessions, sessionCookies } from './sessions/index.js';
export {
  apiSdlOf,
  composeSupergraph,
  type SubgraphTypeDefs,
  schemaFiles,
  supergraphOf,
} from './supergraph.js';
export {
  type CertificateAndKey,
  type CertificateSource,
  type CertificateSourceOptions,
  openCertificateSource,
  selfSignedCertificateFiles,
} from './tls/index.js';
export { tracedSource } from './tracing/index.js';
