export { runText } from './run-text.js';
export { systemPostgresBinaries } from './system-postgres.js';
export { testConfiguration } from './test-configuration.js';
export {
  createEmptyDatabase,
  createMigratedDatabase,
  databaseSettingsForTest,
  openDatabaseForTest,
  openTestDatabase,
  type TestDatabase,
} from './test-database.js';
export { graphOver, graphWith } from './whole-graph.js';
