import type { Sql, TransactionSql } from 'postgres';
import type { RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import { administratorNames, type Configuration } from '../../platform/configuration/index.js';
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

/** The section `[alerts]` of the settings, and values that are computed from it and other sections. */
export type AlertSettings = Configuration['alerts'] & {
  readonly targets: Targets;
  /** Whether anonymous callers may access alerts. */
  readonly openToAnonymous: boolean;
  /** Names of the administrators with configured or generated tokens. */
  readonly administrators: readonly string[];
  /** `[graphql] timeout_seconds` in milliseconds. */
  readonly requestTimeoutMs: number;
};

/**
 * First argument of every operation of the alerts domain: the caller, the interface of the request and the
 * dependencies. Operations throw a `DomainError` UNAUTHENTICATED or FORBIDDEN if the caller lacks the permission.
 */
export interface AlertRequest
  extends AlertDependencies,
    Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'> {}

/** Creates the dependencies of the alerts domain. The uptime of the alert store is measured from this call. */
export function alertDependencies(platform: Pick<Platform, 'configuration' | 'database' | 'clock'>): AlertDependencies {
  const { alerts, auth, graphql } = platform.configuration;
  return {
    store: openAlertStore(platform.database),
    clock: platform.clock,
    settings: {
      ...alerts,
      targets: targetsOf(alerts),
      openToAnonymous: auth.alerts !== 'token',
      administrators: administratorNames(auth),
      requestTimeoutMs: graphql.timeoutSeconds * 1000,
    },
    servingSince: platform.clock.now() / 1000,
  };
}

/** Executes statements of the alerts domain in the database. */
export interface AlertStore {
  run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Executes statements that only read. */
  read<Result>(request: ReadRequest, work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Executes statements that aggregate many alerts; like {@link read}, they only read. */
  aggregate<Result>(request: ReadRequest, work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Executes statements of the health check on connections that are reserved for it. */
  reserved<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Executes a statement that changes alerts, and notifies event listeners. */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Executes statements that change alerts in one transaction, and notifies event listeners. */
  transaction<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  /** Executes read-only statements in one transaction, on one snapshot of the database. */
  snapshot<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  /** Like {@link snapshot}, on a connection in addition to the pool, for long work that also uses other connections. */
  dedicatedSnapshot<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  /**
   * Verifies that the store is available, for operations that need no other statement.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  assertAttached(): Promise<void>;
}

/** Creates the alert store of a database. Writes through the store notify event listeners. */
function openAlertStore(database: Database): AlertStore {
  function notify<Result>(result: Result): Result {
    notifyListeners(database);
    return result;
  }
  const run = database.guard.bind(database);
  return {
    run,
    read: database.read.bind(database),
    aggregate: database.aggregate.bind(database),
    reserved: database.reserved.guard.bind(database.reserved),
    write: (work) => database.guard(work).then(notify),
    transaction: (work) => database.transaction(work).then(notify),
    snapshot: (work) => database.transaction((sql) => readSnapshot(sql, work)),
    dedicatedSnapshot: (work) => database.dedicatedTransaction((sql) => readSnapshot(sql, work)),
    assertAttached: async () => {
      await run((sql) => sql`select 1`);
    },
  };
}

/** Makes a transaction read-only, on one snapshot of the database. */
async function readSnapshot<Result>(
  sql: TransactionSql,
  work: (sql: TransactionSql) => Promise<Result>,
): Promise<Result> {
  await sql`set transaction isolation level repeatable read, read only`;
  return await work(sql);
}
