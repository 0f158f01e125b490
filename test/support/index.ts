export { systemPostgresBinaries } from './system-postgres.js';
export {
  createEmptyDatabase,
  openDatabaseForTest,
  openTestDatabase,
  type TestDatabase,
  testConfiguration,
} from './test-database.js';
export { graphOver, graphWith } from './whole-graph.js';
