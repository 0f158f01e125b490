import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import type { Configuration } from '../configuration/index.js';
import { makeDataDirectory } from '../data-directory.js';
import { DomainError } from '../domain-error.js';
import type { Logger } from '../log.js';
import { traced } from '../telemetry/index.js';
import { type ConnectionSettings, openPool } from './connection.js';
import { type Cluster, openCluster } from './embedded/index.js';
import { isUnavailable, translateDatabaseError } from './errors.js';
import { type MigrationOptions, type MigrationResult, migrateDatabase, NewerDatabaseError } from './migrate.js';
import { PipelinedReads } from './pipelined-reads.js';
import { sharesOf } from './pool-shares.js';
import { assertSessionPooling, UnsuitablePoolerError } from './pooling.js';
import { primaryServerOf } from './primary.js';
import { ReadPool } from './read-pool.js';
import { queueStatements, withPipelinedReads, withRequest } from './statement.js';
import { runTransaction } from './transaction.js';

/** The database of the instance: embedded, or by URL. */
export interface Database {
  readonly sql: Sql;
  /** For libraries with their own driver, such as the job queue. */
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

/** Reads of more rows would delay the other pipelined reads. */
const maxPipelinedRows = 200;

export interface OpenDatabaseOptions {
  configuration: Configuration;
  log: Logger;
}

/**
 * Opens and migrates the database. If it cannot be reached, operations fail with STORE_UNAVAILABLE, and it is migrated
 * as soon as it is available.
 * @throws {NewerDatabaseError} if the database has a migration that is incompatible with this release
 * @throws {UnsuitablePoolerError} if a connection pooler in between does not give each connection a session
 * @throws {EmptyDatabaseError} if it was never migrated and `mustExist` is set
 */
export async function openDatabase(options: OpenDatabaseOptions & MigrationOptions): Promise<Database> {
  const database = await connect(options);
  try {
    await database.migrateOrRetry(options);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Applies the missing migrations and returns what was done.
 * @throws {DomainError} STORE_UNAVAILABLE if the database cannot be reached
 * @throws {NewerDatabaseError} if the database has a migration that is incompatible with this release
 * @throws {UnsuitablePoolerError} if a connection pooler in between does not give each connection a session
 */
export async function migrateOnly(options: OpenDatabaseOptions): Promise<MigrationResult> {
  const database = await connect(options);
  try {
    return await database.migrate();
  } catch (error) {
    throw translateDatabaseError(error);
  } finally {
    await database.close();
  }
}

/**
 * Runs work on the database without migrating it. Errors are those of the driver. Starts the embedded server if it is
 * not running.
 */
export async function withUnmigratedDatabase<T>(
  options: OpenDatabaseOptions,
  work: (sql: Sql, connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const database = await connect(options);
  try {
    await database.assertSessionPooling();
    return await work(database.sql, database.connection);
  } finally {
    await database.close();
  }
}

async function connect({ configuration, log }: OpenDatabaseOptions): Promise<PooledDatabase> {
  const cluster = configuration.database.url === '' ? await openEmbedded(configuration, log) : undefined;
  const connection: ConnectionSettings =
    cluster === undefined
      ? { url: configuration.database.url, primary: primaryServerOf(configuration.database.url) }
      : {
          host: cluster.target.socketFolder,
          port: 5432,
          ssl: false,
          user: cluster.target.user,
          password: cluster.target.password,
          database: 'postgres',
        };
  const readTimeoutMs = configuration.graphql.timeoutSeconds * 1000;
  return new PooledDatabase({ connection, poolSize: configuration.database.poolSize, readTimeoutMs, cluster, log });
}

async function openEmbedded(configuration: Configuration, log: Logger): Promise<Cluster> {
  makeDataDirectory(configuration.server.dataDir);
  const cluster = await openCluster({
    directory: join(configuration.server.dataDir, 'postgresql'),
    onEvent: (event, details) => log.warn(details, event),
  });
  log.info({ directory: cluster.folder }, 'embedded PostgreSQL is running');
  return cluster;
}

class PooledDatabase implements Database {
  readonly sql: Sql;
  readonly connection: ConnectionSettings;
  readonly reserved: Pick<Database, 'guard'> = { guard: (work) => this.#guarded(this.#reservedSql, work) };
  readonly urgent: GuardedDatabase = {
    guard: (work) => this.#guardUrgent(work),
    transaction: (work) => this.#guardUrgent((sql) => runTransaction(sql, work)),
  };
  /** Undefined for a small pool, like the pools below. */
  readonly #pipelined: PipelinedReads | undefined;
  /** The pool with pipelined reads. */
  readonly #pipelinedSql: Sql;
  readonly #reads: ReadPool | undefined;
  readonly #aggregates: ReadPool | undefined;
  /** The general pool if the pool is small. */
  readonly #reservedSql: Sql;
  readonly #generalSize: number;
  readonly #readTimeoutMs: number;
  /** Number of operations in progress on the general connections. */
  #generalWork = 0;
  readonly #log: Logger;
  readonly #cluster: Cluster | undefined;
  readonly #closing = new AbortController();
  #ready = false;
  #pending: Promise<void> = Promise.resolve();

  constructor(options: {
    connection: ConnectionSettings;
    poolSize: number;
    readTimeoutMs: number;
    cluster: Cluster | undefined;
    log: Logger;
  }) {
    this.connection = options.connection;
    this.#log = options.log;
    this.#cluster = options.cluster;
    const shares = sharesOf(options.poolSize);
    this.#generalSize = shares.general;
    this.sql = openPool(this.connection, { max: shares.general });
    queueStatements(this.sql, shares.general);
    this.#pipelined =
      shares.pipelined > 0 ? new PipelinedReads(() => openPool(this.connection, { max: 1 })) : undefined;
    this.#pipelinedSql = this.#pipelined === undefined ? this.sql : withPipelinedReads(this.sql, this.#pipelined);
    const { readTimeoutMs: timeoutMs } = options;
    this.#readTimeoutMs = timeoutMs;
    const readPool = (max: number) =>
      max === 0
        ? undefined
        : new ReadPool({ sql: openPool(this.connection, { max, timeoutMs }), connections: max, timeoutMs });
    this.#reads = readPool(shares.reads);
    this.#aggregates = readPool(shares.aggregates);
    this.#reservedSql =
      shares.reserved === 0 ? this.sql : openPool(this.connection, { max: shares.reserved, timeoutMs });
  }

  ready(): boolean {
    return this.#ready;
  }

  async untilReady(): Promise<void> {
    await this.#pending;
  }

  async guard<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    this.#generalWork++;
    try {
      return await this.#guarded(this.sql, work);
    } finally {
      this.#generalWork--;
    }
  }

  read<T>({ signal, rows }: ReadRequest, work: (sql: Sql) => Promise<T>): Promise<T> {
    if (rows !== undefined && rows <= maxPipelinedRows) return this.#guarded(this.#pipelinedSql, work);
    return this.#guardedRead(this.#reads, signal, work);
  }

  aggregate<T>(signal: AbortSignal, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#guardedRead(this.#aggregates, signal, work);
  }

  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    return traced('transaction', {}, () => this.guard((sql) => runTransaction(sql, work)));
  }

  async migrate(options: MigrationOptions = {}): Promise<MigrationResult> {
    await this.assertSessionPooling();
    const result = await migrateDatabase({
      ...options,
      connect: (pool) => openPool(this.connection, pool),
      onBlocked: (error) =>
        this.#log.warn({ err: error }, 'requests use the tables that the migrations change; trying again'),
    });
    this.#ready = true;
    if (result.applied > 0) this.#log.info(result, 'migrations applied');
    return result;
  }

  async assertSessionPooling(): Promise<void> {
    if (!('url' in this.connection)) return;
    const timeoutMs = this.#readTimeoutMs;
    await assertSessionPooling(() => openPool(this.connection, { max: 1, timeoutMs }));
  }

  async migrateOrRetry(options: MigrationOptions): Promise<void> {
    try {
      await this.migrate(options);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#log.error({ err: error }, 'the database cannot be reached; trying again');
      this.#pending = this.#migrateLater();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const pools = [this.sql, this.#reservedSql, this.#reads?.sql, this.#aggregates?.sql];
    await Promise.all([...pools.map((sql) => sql?.end({ timeout: 2 })), this.#pipelined?.close()]);
    if ('url' in this.connection) this.connection.primary?.close();
    await this.#cluster?.close();
  }

  /** Uses a general connection while half of them are free, a reserved one otherwise. */
  #guardUrgent<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#generalWork < this.#generalSize / 2 ? this.guard(work) : this.#guarded(this.#reservedSql, work);
  }

  /** A small pool has no dedicated connections for reads, so a statement in progress is not cancelled. */
  #guardedRead<T>(pool: ReadPool | undefined, signal: AbortSignal, work: (sql: Sql) => Promise<T>): Promise<T> {
    if (pool === undefined) return this.guard((sql) => work(withRequest(sql, { signal, cancels: false })));
    return this.#guarded(pool.sql, () => pool.run(signal, work));
  }

  async #guarded<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
    if (!this.#ready) throw new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached');
    try {
      return await work(sql);
    } catch (error) {
      throw translateDatabaseError(error);
    }
  }

  async #migrateLater(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await delay(1000, undefined, { signal: this.#closing.signal });
        await this.migrate();
        return;
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        if (error instanceof NewerDatabaseError || error instanceof UnsuitablePoolerError) {
          this.#log.fatal({ err: error }, 'the database is not used');
          return;
        }
        if (!isUnavailable(error)) this.#log.error({ err: error }, 'the migrations failed; trying again');
      }
    }
  }
}
