export { arrayLiteral } from './array-literal.js';
export { type Cluster, type ClusterOptions, openCluster } from './cluster.js';
export { copyIn } from './copy.js';
export {
  type ConnectionSettings,
  type Database,
  migrateOnly,
  type OpenDatabaseOptions,
  openDatabase,
} from './database.js';
export { isLostTypeQuery, isLostWrite, isUnavailable, translateDatabaseError, violatedConstraint } from './errors.js';
export { type MigrationResult, NewerDatabaseError } from './migrate.js';
export { type Executor, type Parameter, runPlannedStatement, runStatement, StatementParameters } from './statement.js';
export { StatementTexts } from './statement-texts.js';
