import type { Sql, TransactionSql } from 'postgres';
import type { RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, ReadRequest } from '../../platform/database/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { notifyListeners } from '../../platform/events/index.js';
import type { Platform } from '../../platform/subgraph.js';

/** What the verbs of this domain work with, whoever asks. */
export interface AlertDependencies {
  readonly store: AlertStore;
  readonly clock: Clock;
  readonly settings: AlertSettings;
  /** Unix epoch seconds at which this process began to serve alerts. */
  readonly servingSince: number;
}

export interface AlertSettings {
  readonly correlationWindowSeconds: number;
  readonly minThreshold: number;
  readonly dedupWindowSeconds: number;
  /** Alerts need no token. */
  readonly openToAnonymous: boolean;
}

/** What every verb takes first: who asks, how, and what to work with. */
export interface AlertRequest
  extends AlertDependencies,
    Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'> {}

/** Opens the alerts of a platform. The uptime of the store counts from here. */
export function alertDependencies(platform: Pick<Platform, 'configuration' | 'database' | 'clock'>): AlertDependencies {
  const { alerts, auth } = platform.configuration;
  return {
    store: openAlertStore(platform.database),
    clock: platform.clock,
    settings: { ...alerts, openToAnonymous: auth.alerts !== 'token' },
    servingSince: platform.clock.now() / 1000,
  };
}

/** The database as the alert store: when it is not there, callers hear so in the words of this service. */
export interface AlertStore {
  run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** The same for work that only reads. */
  read<Result>(request: ReadRequest, work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** The same for counts over many alerts. */
  aggregate<Result>(signal: AbortSignal, work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** The same for the health check, with connections that nothing else takes. */
  reserved<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** The same for a statement that changes alerts: whoever listens for that is told. */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** The same for several, all or none. */
  transaction<Result>(work: (sql: TransactionSql) => Promise<Result>): Promise<Result>;
  /** For a result that needs no statement, which must not hide that the store is gone. */
  assertAttached(): Promise<void>;
}

/** Design, "Store not attached". */
function openAlertStore(database: Database): AlertStore {
  function tell<Result>(written: Result): Result {
    notifyListeners(database);
    return written;
  }
  const run: AlertStore['run'] = (work) => database.guard(work).catch(rethrowAsDetached);
  return {
    run,
    read: (request, work) => database.read(request, work).catch(rethrowAsDetached),
    aggregate: (signal, work) => database.aggregate(signal, work).catch(rethrowAsDetached),
    reserved: (work) => database.reserved.guard(work).catch(rethrowAsDetached),
    write: (work) => database.guard(work).then(tell, rethrowAsDetached),
    transaction: (work) => database.transaction(work).then(tell, rethrowAsDetached),
    assertAttached: async () => {
      await run((sql) => sql`select 1`);
    },
  };
}

function rethrowAsDetached(error: unknown): never {
  if (error instanceof DomainError && error.code === 'STORE_UNAVAILABLE') {
    throw new DomainError('STORE_UNAVAILABLE', 'Alert store not attached', undefined, { cause: error });
  }
  throw error;
}
