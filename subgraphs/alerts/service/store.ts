import type { Sql, TransactionSql } from 'postgres';
import type { Database } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { announceEvents } from '../../../platform/events/index.js';

/** The database as the alert store: when it is not there, callers hear so in the words of this service. */
export interface AlertStore {
  run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** The same for reads of at most so many rows, each found by an index. */
  readRows<Result>(most: number, work: (sql: Sql) => Promise<Result>): Promise<Result>;
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
    readRows: (most, work) => database.readRows(most, work).catch(rethrowAsDetached),
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
