export { type AdvisoryLock, tryAdvisoryLock } from './advisory-lock.js';
export { elementLiteral } from './array-literal.js';
export { CombinedWrites } from './combined-writes.js';
export type { ConnectionSettings } from './connection.js';
export { maxConnectionsOf } from './connection-limit.js';
export { copyIn } from './copy.js';
export type { Database, ReadRequest } from './database.js';
export {
  type Cluster,
  type ClusterOptions,
  embeddedBinaries,
  isAlive,
  listSharedClusters,
  openCluster,
  removeClustersBelow,
  removeSharedCluster,
  type SharedCluster,
  sizeOfCluster,
  startTimeOf,
} from './embedded/index.js';
export { isLockTimeout, isProgramLimit, translateDatabaseError, violatedConstraint } from './errors.js';
export { type DatabaseInspection, inspectDatabase } from './inspect.js';
export { inspectStandby } from './inspect-standby.js';
export { detectLostClient } from './lost-clients.js';
export { hasMigrations, NewerDatabaseError } from './migration-history.js';
export { nodePostgresOptions } from './node-postgres.js';
export { migrateOnly, openDatabase, withUnmigratedDatabase } from './open-database.js';
export { readsInTurn } from './reads-in-turn.js';
export { assertSuitableSettings, describeSettings } from './session-settings.js';
export { SharedRun } from './shared-run.js';
export { sortedDistinct } from './sorted-distinct.js';
export { type Executor, executeStatement, likePattern, type Parameter } from './statement.js';
