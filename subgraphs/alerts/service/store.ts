import type { Sql, TransactionSql } from 'postgres';
import type { Database, ReadRequest } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { announceEvents } from '../../../platform/events/index.js';

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
}

/** Design, "Store not attached". */
export function openAlertStore(database: Database): AlertStore {
  function tell<Result>(written: Result): Result {
    announceEvents(database);
    return written;
  }
  return {
    run: (work) => database.guard(work).catch(rethrowAsDetached),
    read: (request, work) => database.read(request, work).catch(rethrowAsDetached),
    aggregate: (signal, work) => database.aggregate(signal, work).catch(rethrowAsDetached),
    reserved: (work) => database.reserved.guard(work).catch(rethrowAsDetached),
    write: (work) => database.guard(work).then(tell, rethrowAsDetached),
    transaction: (work) => database.transaction(work).then(tell, rethrowAsDetached),
  };
}

function rethrowAsDetached(error: unknown): never {
  if (error instanceof DomainError && error.code === 'STORE_UNAVAILABLE') {
    throw new DomainError('STORE_UNAVAILABLE', 'Alert store not attached', undefined, { cause: error });
  }
  throw error;
}
