import { setTimeout as delay } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import { DomainError } from '../domain-error.js';
import type { Logger } from '../log.js';
import { traced } from '../telemetry/index.js';
import { type ConnectionSettings, openPool } from './connection.js';
import type { Database, GuardedDatabase, ReadRequest } from './database.js';
import { DedicatedConnections } from './dedicated-connections.js';
import type { Cluster } from './embedded/index.js';
import { isInsufficientResources, isUnavailable, translateDatabaseError } from './errors.js';
import { type MigrationOptions, type MigrationResult, migrateDatabase } from './migrate.js';
import { NewerDatabaseError } from './migration-history.js';
import { PipelinedReads } from './pipelined-reads.js';
import { type PoolShares, sharesOf } from './pool-shares.js';
import { assertSessionPooling, UnsuitablePoolerError } from './pooling.js';
import { ReadPool } from './read-pool.js';
import { assertSuitableSettings, UnsuitableSettingsError } from './session-settings.js';
import { StandbyReads } from './standby-reads.js';
import { queueStatements, withPipelinedReads, withRequest } from './statement.js';
import { runTransaction } from './transaction.js';
import { UrgentWork } from './urgent-work.js';

/** Maximum number of rows of a pipelined read. Larger reads would delay the other pipelined reads. */
const maxPipelinedRows = 200;

/** Errors of a database that an administrator must change before it can be used. */
const permanentErrors = [NewerDatabaseError, UnsuitablePoolerError, UnsuitableSettingsError];

/** The database of the instance, whose connections are divided by purpose. */
export class PooledDatabase implements Database {
  readonly sql: Sql;
  readonly connection: ConnectionSettings;
  readonly reserved: Pick<Database, 'guard'> = { guard: (work) => this.#runGuarded(this.#reservedSql, work) };
  readonly urgent: GuardedDatabase = {
    guard: (work) => this.#guardUrgent(this.#generalSize, work),
    // Transactions can wait for locks, so they leave half of the general connections to others.
    transaction: (work) => this.#guardUrgent(this.#generalSize / 2, (sql) => runTransaction(sql, work)),
  };
  /** The pipelined reads. Like the pools below, undefined if the pool is too small to be divided. */
  readonly #pipelined: PipelinedReads | undefined;
  /** A view of the pool whose reads are pipelined. */
  readonly #pipelinedSql: Sql;
  readonly #reads: ReadPool | undefined;
  readonly #aggregates: ReadPool | undefined;
  /** Runs reads and aggregates on the standby servers; undefined if none are configured. */
  readonly #standby: StandbyReads | undefined;
  readonly #dedicated = new DedicatedConnections(() => openPool(this.connection, { max: 1 }));
  /** The reserved connections; the general ones if the pool is too small to be divided. */
  readonly #reservedSql: Sql;
  readonly #generalSize: number;
  /** Runs urgent operations; undefined if the pool is too small to be divided. */
  readonly #urgent: UrgentWork<Sql> | undefined;
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
    /** URL of the standby servers for reads; empty: none. */
    readUrl: string;
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
    this.#urgent = shares.reserved === 0 ? undefined : this.#openUrgent(shares.reserved);
    this.#standby = options.readUrl === '' ? undefined : this.#openStandby(options.readUrl, shares);
  }

  #openUrgent(reservedSize: number): UrgentWork<Sql> {
    return new UrgentWork({
      reservedSize,
      generalWork: () => this.#generalWork,
      general: (work) => this.guard(work),
      reserved: (work) => this.#runGuarded(this.#reservedSql, work),
    });
  }

  #openStandby(url: string, shares: PoolShares): StandbyReads {
    const timeoutMs = this.#readTimeoutMs;
    const connections = Math.max(1, shares.reads + shares.aggregates);
    return new StandbyReads({
      primary: (work) => work(this.#reservedSql),
      connect: () => openPool({ url }, { max: connections, timeoutMs }),
      ...{ connections, timeoutMs, log: this.#log },
    });
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
      return await this.#runGuarded(this.sql, work);
    } finally {
      this.#generalWork--;
      this.#urgent?.startWaiting();
    }
  }

  read<T>(request: ReadRequest, work: (sql: Sql) => Promise<T>): Promise<T> {
    const { rows } = request;
    if (rows !== undefined && rows <= maxPipelinedRows) return this.#runGuarded(this.#pipelinedSql, work);
    return this.#guardedRead(this.#reads, request, work);
  }

  aggregate<T>(request: ReadRequest, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#guardedRead(this.#aggregates, request, work);
  }

  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    return traced('transaction', {}, () => this.guard((sql) => runTransaction(sql, work)));
  }

  dedicatedTransaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    const run = (sql: Sql): Promise<T> => this.#runGuarded(sql, () => runTransaction(sql, work));
    return traced('transaction', {}, () => this.#dedicated.run(run));
  }

  async migrate(options: MigrationOptions = {}): Promise<MigrationResult> {
    await this.assertSessionPooling();
    await assertSuitableSettings(this.sql);
    const result = await migrateDatabase({
      ...options,
      connect: (pool) => openPool(this.connection, pool),
      onBlocked: (error) =>
        this.#log.warn({ err: error }, 'migrations are waiting for requests that use their tables; retrying'),
      onWaiting: () =>
        this.#log.warn(
          'waiting for the lock of migrations: another process migrates or restores the database, or was lost while doing so',
        ),
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
      if (!isUnavailable(error) && !isInsufficientResources(error)) throw error;
      if (options.mustExist) throw translateDatabaseError(error);
      const problem = isUnavailable(error) ? 'cannot be reached' : 'has no free disk space or memory';
      this.#log.error({ err: error }, `the database ${problem}; retrying`);
      this.#pending = this.#retryMigrations();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const pools = [this.sql, this.#reservedSql, this.#reads?.sql, this.#aggregates?.sql];
    await Promise.all([
      ...pools.map((sql) => sql?.end({ timeout: 2 })),
      this.#dedicated.close(),
      this.#pipelined?.close(),
      this.#standby?.close(),
    ]);
    if ('url' in this.connection) this.connection.primary?.close();
    await this.#cluster?.close();
  }

  #guardUrgent<T>(maxGeneralWork: number, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#urgent === undefined ? this.guard(work) : this.#urgent.run(maxGeneralWork, work);
  }

  #guardedRead<T>(pool: ReadPool | undefined, request: ReadRequest, work: (sql: Sql) => Promise<T>): Promise<T> {
    const onPrimary = (): Promise<T> => this.#readOnPrimary(pool, request, work);
    const standby = this.#standby;
    if (standby === undefined || !this.#ready) return onPrimary();
    return this.#runGuarded(this.sql, () => standby.run(request, work, onPrimary));
  }

  /**
   * Runs a read on the primary. Without dedicated connections for reads, as in a small pool, a statement in progress is
   * not cancelled.
   */
  #readOnPrimary<T>(pool: ReadPool | undefined, request: ReadRequest, work: (sql: Sql) => Promise<T>): Promise<T> {
    if (pool !== undefined) return this.#runGuarded(pool.sql, () => pool.run(request, work));
    const { signal, caller, sourceAddress } = request;
    return this.guard((sql) => work(withRequest(sql, { signal, caller, sourceAddress, cancels: false })));
  }

  async #runGuarded<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
    if (!this.#ready) throw new DomainError('STORE_UNAVAILABLE', 'The database cannot be reached');
    try {
      return await work(sql);
    } catch (error) {
      throw translateDatabaseError(error);
    }
  }

  async #retryMigrations(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await delay(1000, undefined, { signal: this.#closing.signal });
        await this.migrate();
        return;
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        if (permanentErrors.some((type) => error instanceof type)) {
          this.#log.fatal({ err: error }, 'the database cannot be used: solve the problem, then restart this process');
          return;
        }
        if (!isUnavailable(error)) this.#log.error({ err: error }, 'the migrations failed; retrying');
      }
    }
  }
}
