export { compileSource, readSource } from './compiled/source-text.js';
export { isCustomScalar } from './custom-scalar.js';
export type {
  DataSource,
  ExecutionContext,
  FetchRequest,
  FetchResult,
  SubgraphError,
  SubgraphOperation,
} from './data-source.js';
export { deferDefinition } from './deferral/defer-directive.js';
export { deferRules } from './deferral/defer-rules.js';
export {
  abortError,
  ExecutionError,
  type RequestErrorKind,
  RequestErrors,
  toGraphQLError,
  withCode,
} from './errors.js';
export { isExactNumber } from './exact-number.js';
export type {
  ExecuteIncrementally,
  FederatedGraph,
  PlannedVariants,
  PreparedOperation,
  SubscribeRequest,
} from './federated-graph.js';
export { finiteFloatsRule } from './finite-floats.js';
export { buildGraph, buildGraphs, type GraphOptions, internalSchema, type WrapPlanning } from './graph.js';
export { hasVariable } from './has-variable.js';
export {
  ConnectionFailure,
  Connections,
  connectTimeoutMs,
  type HttpResponse,
  maxResponseBytes,
  type PostRequest,
} from './http/connections.js';
export {
  HttpDataSource,
  type HttpDataSourceOptions,
  type SubgraphFetch,
  type WrapRequest,
} from './http/http-data-source.js';
export { RequestDeduplicator } from './http/request-deduplicator.js';
export { BudgetedRetryPolicy } from './http/retry-policy.js';
export { HttpSubscriptions, type HttpSubscriptionsOptions } from './http/subscriptions.js';
export {
  type ExecutableSubgraph,
  InProcessDataSource,
  type InProcessOptions,
} from './in-process/in-process-data-source.js';
export {
  type DeliveredPart,
  type IncrementalResult,
  isIncremental,
  type PendingPart,
  type SubsequentResult,
} from './incremental-result.js';
export { usesIntrospection } from './introspection.js';
export { type SelectedOperation, selectOperation, selectUsed } from './operation.js';
export { argumentOf, namedTypeOf, parseFieldSet } from './planning/join-directives.js';
export { readLinkedFeatures } from './planning/linked-features.js';
export { readOverrideLabels } from './planning/overrides.js';
export { planningRejection } from './planning/planning.js';
export { plannerOptions } from './planning/query-plans.js';
export { assertSupportedFeatures } from './planning/supported-features.js';
export { maxPreparedBytes, preparedBytes } from './prepared-bytes.js';
export { reservedResponseNamesRule } from './reserved-response-names.js';
export { fragmentsOf, isIncluded } from './selection.js';
export { serializedText } from './serialized-result.js';
export { withTypedNumbers } from './typed-numbers.js';
export { validationErrors } from './validation-errors.js';
