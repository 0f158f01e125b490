// The face for commands, which import no GraphQL.
export { alertDependencies } from './dependencies.js';
export { type ImportCounts, importLines } from './imports/service/import-lines.js';
