import type { Sql, TransactionSql } from 'postgres';
import type { RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import { administratorNames, type RetentionRule } from '../../platform/configuration/index.js';
import type { Database, ReadRequest } from '../../platform/database/index.js';
import { notifyListeners } from '../../platform/events/index.js';
import type { Platform } from '../../platform/subgraph.js';
import { type Targets, targetsOf } from './targets.js';

/** Dependencies of the operations of the alerts domain. */
export interface AlertDependencies {
  readonly store: AlertStore;
  readonly clock: Clock;
  readonly settings: AlertSettings;
  /** Time at which this process began to serve alerts, in Unix epoch seconds. */
  readonly servingSince: number;
}

export interface AlertSettings {
  readonly correlationWindowSeconds: number;
  readonly minThreshold: number;
  readonly dedupWindowSeconds: number;
  readonly retentionDays: readonly RetentionRule[];
  /** Number of days for which inferences are stored for backtests; 0: they are not stored. */
  readonly inferenceRetentionDays: number;
  /** Maximum number of inferences of a backtest. */
  readonly backtestMaxInferences: number;
  /** Whether alerts can be accessed without a token. */
  readonly openToAnonymous: boolean;
  /** Number of related alerts from which the rule for incidents opens one; 0 disables the rule. */
  readonly incidentMinAlerts: number;
  /** Minimum number of techniques that related alerts must have in common to belong to one incident. */
  readonly incidentSharedTechniques: number;
  readonly targets: Targets;
  /** Maximum number of alerts of a bulk change. */
  readonly bulkMaxAlerts: number;
  /** Names of the administrators whose tokens are configured, or of the one with the generated token. */
  readonly administrators: readonly string[];
}

/** First argument of every operation: the caller, the interface and the dependencies. */
export interface AlertRequest
  extends AlertDependencies,
    Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'> {}

/** Creates the dependencies from the platform. The uptime of the store is measured from this call. */
export function alertDependencies(platform: Pick<Platform, 'configuration' | 'database' | 'clock'>): AlertDependencies {
  const { alerts, auth } = platform.configuration;
  return {
    store: openAlertStore(platform.database),
    clock: platform.clock,
    settings: {
      ...alerts,
      targets: targetsOf(alerts),
      openToAnonymous: auth.alerts !== 'token',
      administrators: administratorNames(auth),
    },
    servingSince: platform.clock.now() / 1000,
  };
}

/** The store of alerts: the database. */
export interface AlertStore {
  run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Like `run`, for work that only reads. */
  read<Result>(request: ReadRequest, work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Like `read`, for aggregates over many alerts. */
  aggregate<Result>(signal: AbortSignal, work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Like `run`, on reserved connections, for the health check. */
  reserved<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Like `run`, for a statement that changes alerts. Notifies event listeners. */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Like `write`, for several statements in one transaction. */
  transaction<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  /** Like `run`, for statements that read one snapshot of the database, in one transaction. */
  snapshot<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  /**
   * Fails if the store is unavailable. For operations that otherwise need no statement.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  assertAttached(): Promise<void>;
}

/** Creates the store on a database. Its writes notify the listeners of events. */
function openAlertStore(database: Database): AlertStore {
  function notify<Result>(written: Result): Result {
    notifyListeners(database);
    return written;
  }
  const run = database.guard.bind(database);
  return {
    run,
    read: database.read.bind(database),
    aggregate: database.aggregate.bind(database),
    reserved: database.reserved.guard.bind(database.reserved),
    write: (work) => database.guard(work).then(notify),
    transaction: (work) => database.transaction(work).then(notify),
    snapshot: (work) =>
      database.transaction(async (sql) => {
        await sql`set transaction isolation level repeatable read, read only`;
        return await work(sql);
      }),
    assertAttached: async () => {
      await run((sql) => sql`select 1`);
    },
  };
}
