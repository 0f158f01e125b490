import type { Sql, TransactionSql } from 'postgres';
import type { ConnectionSettings } from './connection.js';
import type { Requester } from './statement-queue.js';

/** The database of the instance: embedded, or at a configured URL. */
export interface Database {
  readonly sql: Sql;
  /** Connection settings for libraries with their own driver, such as the job queue. */
  readonly connection: ConnectionSettings;
  /** Whether the migrations of the database are complete. */
  ready(): boolean;
  /** Resolves when the migrations are complete; waits if the database is not available yet. */
  untilReady(): Promise<void>;
  /** Runs `work`. Connection failures are thrown as DomainError STORE_UNAVAILABLE. */
  guard<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Like `guard`, for work that only reads, without taking or waiting for locks. Statements are cancelled when the
   * request's signal aborts, or after the timeout of a request.
   * @throws {DomainError} TIMEOUT
   */
  read<T>(request: ReadRequest, work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Like `read`, for aggregates over many rows. Aggregates use a few dedicated connections, so other reads do not wait
   * for them.
   */
  aggregate<T>(request: ReadRequest, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` like `guard`, in one transaction. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /**
   * Like `transaction`, on a connection in addition to the pool, which is opened for `work`. For long work that also
   * uses other connections: if such work held connections of the pool, it could wait for itself.
   */
  dedicatedTransaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /**
   * For authentication, health checks and metrics: short statements on dedicated connections, with the timeout of a
   * request.
   */
  readonly reserved: Pick<Database, 'guard'>;
  /** For urgent work, such as check-ins: uses the reserved connections if the others are busy. */
  readonly urgent: GuardedDatabase;
  close(): Promise<void>;
}

/** A request that reads. Callers take turns if they wait for connections. */
export interface ReadRequest extends Requester {
  readonly signal: AbortSignal;
  /**
   * Maximum number of rows that `work` reads, each found by an index. Reads of few rows are pipelined on one connection
   * (docs/decisions/0026). Absent for work that may take a long time.
   */
  readonly rows?: number | undefined;
}

/** The part of a database that runs short statements, for reading and writing. */
export type GuardedDatabase = Pick<Database, 'guard' | 'transaction'>;
