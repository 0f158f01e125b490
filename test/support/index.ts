export { untilWaiting } from './lock-waits.js';
export { runText } from './run-text.js';
export { type TestClock, testClock } from './test-clock.js';
export { testConfiguration } from './test-configuration.js';
export {
  createEmptyDatabase,
  createMigratedDatabase,
  databaseSettingsForTest,
  openDatabaseForTest,
  openTestDatabase,
  type TestDatabase,
  testPlatform,
} from './test-database.js';
export { graphOver, graphWith } from './whole-graph.js';
