// The interface for commands, which must not load GraphQL.
export { alertDependencies } from './dependencies.js';
export { type ImportCounts, importLines } from './imports/service/import-lines.js';
