export { compileSource, readSource } from './compiled/source-text.js';
export type { DataSource, FetchRequest, FetchResult, SubgraphError, SubgraphOperation } from './data-source.js';
export { type RequestErrorKind, RequestErrors } from './errors.js';
export { buildGraph, type GraphOptions } from './graph.js';
export { ConnectionFailure, Connections } from './http/connections.js';
export { HttpDataSource, type HttpDataSourceOptions, type SubgraphFetch } from './http/http-data-source.js';
export { InProcessDataSource, type InProcessOptions } from './in-process/in-process-data-source.js';
export { type SelectedOperation, selectOperation } from './operation.js';
export { maxPreparedBytes, preparedBytes } from './prepared-bytes.js';
