export {
  adminTokenPath,
  type Callers,
  type CallersOptions,
  configuredAdminTokens,
  controllerIdentification,
  createCallers,
  defaultLifeDays,
  type IdentifyController,
  isAdministrator,
  isReader,
  type NewOperatorToken,
  type OperatorToken,
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
  type ServedSubgraph,
  type SignCall,
  startSubgraphServer,
  subgraphUrl,
} from './cluster/index.js';
export {
  type ErrorCode,
  httpStatusOf,
  type MaskingOptions,
  maskError,
  maskErrors,
  type RequestErrorCode,
  type ShownError,
} from './errors/index.js';
export {
  compileSource,
  type DataSource,
  type ExecutableSubgraph,
  type FetchRequest,
  HttpDataSource,
  InProcessDataSource,
  type InProcessOptions,
  internalSchema,
  readSource,
  type SubgraphFetch,
} from './execution/index.js';
export { buildGraph, type Graph, type OpenedGraph, type PreparedOperation, type PublishedGraph } from './graph.js';
export { createNodesSubgraph, nodesName, ownersOfNodes, withNodes } from './nodes/index.js';
export { openGraph } from './open-graph.js';
export {
  assertMayListen,
  createFetchMetrics,
  type EventSource,
  type FetchMetrics,
  type GatewayServices,
  type HttpServer,
  type HttpServerOptions,
  type RegisterRoutes,
  type RequestScope,
  type RequestScopes,
  type ScopeOptions,
  type ServiceListener,
  sourceAddressOf,
  startHttpServer,
  type UnknownPathHandler,
  type UnknownPaths,
  watchCallers,
} from './server/index.js';
export { type StandaloneGatewayOptions, SupergraphError, startStandaloneGateway } from './standalone/index.js';
export {
  CompositionError,
  composeSupergraph,
  type SchemaFile,
  type SubgraphTypeDefs,
  schemaFiles,
} from './supergraph.js';
export {
  type CertificateAndKey,
  type CertificateSource,
  type CertificateSourceOptions,
  openCertificateSource,
  ownCertificateFiles,
  readCertificateFiles,
  readCertificates,
} from './tls/index.js';
