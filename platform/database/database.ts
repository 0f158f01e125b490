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
import { primaryServerOf } from './primary.js';
import { ReadPool } from './read-pool.js';
import { queueStatements, withPipelinedReads, withRequest } from './statement.js';
import { runTransaction } from './transaction.js';

/** The one database, embedded or by URL. */
export interface Database {
  readonly sql: Sql;
  /** For libraries that bring their own driver (the job queue). */
  readonly connection: ConnectionSettings;
  /** True once the migrations have run. */
  ready(): boolean;
  /** Resolves when the migrations have run, also when the database comes only later. */
  untilReady(): Promise<void>;
  /** Runs the work; a database that is not there becomes DomainError STORE_UNAVAILABLE. */
  guard<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * The same for work that only reads: it does not change, lock or wait for anything. Long statements are cancelled when the request's signal
   * aborts, and end after the time that one request has.
   * @throws {DomainError} TIMEOUT
   */
  read<T>(request: ReadRequest, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The same for counts over many rows, on a few connections of their own: other reads do not wait for them. */
  aggregate<T>(signal: AbortSignal, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The same in one transaction. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** For authentication and health: short statements on connections that nothing else takes, which end after the time of one request. */
  readonly reserved: Pick<Database, 'guard'>;
  /** For check-ins: like the database itself, and on the reserved connections where the others are busy. */
  readonly urgent: GuardedDatabase;
  close(): Promise<void>;
}

export interface ReadRequest {
  readonly signal: AbortSignal;
  /**
   * How many rows the work reads at most, each found by an index. Few of them take milliseconds: such statements share one connection
   * (docs/decisions/0026). Absent for work that may take long.
   */
  readonly rows?: number | undefined;
}

/** The part of a database that changes and reads by short statements. */
export type GuardedDatabase = Pick<Database, 'guard' | 'transaction'>;

/** Reads of more rows would keep others waiting. */
const maxPipelinedRows = 200;

export interface OpenDatabaseOptions {
  configuration: Configuration;
  log: Logger;
}

/**
 * Opens the database and migrates it. When it cannot be reached, the returned database answers STORE_UNAVAILABLE and
 * migrates itself as soon as it can.
 * @throws {NewerDatabaseError} when the database has a migration that this release does not work with
 * @throws {EmptyDatabaseError} when it was never migrated and `mustExist` is set
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
 * Brings the schema up to date and says what was done.
 * @throws {DomainError} STORE_UNAVAILABLE when the database cannot be reached
 * @throws {NewerDatabaseError} when the database has a migration that this release does not work with
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
 * Work on the database as it is: nothing is migrated, and errors are those of the driver. An embedded one is started when it is not running.
 */
export async function withUnmigratedDatabase<T>(
  options: OpenDatabaseOptions,
  work: (sql: Sql, connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const database = await connect(options);
  try {
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
  /** Undefined for a small pool, as are the pools below. */
  readonly #pipelined: PipelinedReads | undefined;
  /** The pool as pipelined reads see it. */
  readonly #pipelinedSql: Sql;
  readonly #reads: ReadPool | undefined;
  readonly #aggregates: ReadPool | undefined;
  /** The general pool where that is small. */
  readonly #reservedSql: Sql;
  readonly #generalSize: number;
  /** Work under way on the general connections. */
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
    const result = await migrateDatabase({ ...options, connect: (pool) => openPool(this.connection, pool) });
    this.#ready = true;
    if (result.applied > 0) this.#log.info(result, 'migrations applied');
    return result;
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

  /** Takes a general connection while half of them are free, a reserved one otherwise. */
  #guardUrgent<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#generalWork < this.#generalSize / 2 ? this.guard(work) : this.#guarded(this.#reservedSql, work);
  }

  /** A small pool has no connections for reads alone: there, a statement under way runs to its end. */
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
        if (error instanceof NewerDatabaseError) {
          this.#log.fatal({ err: error }, 'the database is not used');
          return;
        }
        if (!isUnavailable(error)) this.#log.error({ err: error }, 'the migrations failed; trying again');
      }
    }
  }
}
