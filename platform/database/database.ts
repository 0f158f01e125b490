import type { Sql, TransactionSql } from 'postgres';
import type { ConnectionSettings } from './connection.js';

/** The database of the instance: embedded, or by URL. */
export interface Database {
  readonly sql: Sql;
  /** How to connect, for libraries with their own driver, such as the job queue. */
  readonly connection: ConnectionSettings;
  /** Whether the migrations are complete. */
  ready(): boolean;
  /** Resolves when the migrations are complete, even if the database becomes available later. */
  untilReady(): Promise<void>;
  /** Runs the work. Connection failures become DomainError STORE_UNAVAILABLE. */
  guard<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Like `guard`, for work that only reads: it takes no locks and waits for nothing. Statements are cancelled when the
   * request's signal aborts, or after the timeout of a request.
   * @throws {DomainError} TIMEOUT
   */
  read<T>(request: ReadRequest, work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Like `read`, for aggregates over many rows. They use a few dedicated connections, so other reads do not wait for
   * them.
   */
  aggregate<T>(signal: AbortSignal, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Like `guard`, in one transaction. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** For authentication and health checks: short statements on dedicated connections, with the timeout of a request. */
  readonly reserved: Pick<Database, 'guard'>;
  /** For check-ins: uses the reserved connections if the others are busy. */
  readonly urgent: GuardedDatabase;
  close(): Promise<void>;
}

export interface ReadRequest {
  readonly signal: AbortSignal;
  /**
   * Maximum number of rows that the work reads, each found by an index. Reads of few rows are pipelined on one
   * connection (docs/decisions/0026). Absent for work that may take long.
   */
  readonly rows?: number | undefined;
}

/** The part of a database for short statements that read or write. */
export type GuardedDatabase = Pick<Database, 'guard' | 'transaction'>;
