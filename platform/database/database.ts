import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { Configuration } from '../configuration/index.js';
import { DomainError } from '../domain-error.js';
import type { Logger } from '../log.js';
import { arrayLiteral, readTexts } from './array-literal.js';
import { BriefReads } from './brief-reads.js';
import { type Cluster, openCluster } from './cluster.js';
import { isUnavailable, translateDatabaseError } from './errors.js';
import { type MigrationResult, migrateDatabase, NewerDatabaseError } from './migrate.js';
import { queueStatements, withBriefReads } from './statement.js';

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
   * The same for reads that find about so many rows by an index and do little for each, so that few rows take a few milliseconds: their
   * prepared statements share one connection. Not for what changes, locks or waits. Docs/decisions, "Brief reads".
   */
  readRows<T>(most: number, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The same in one transaction. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How to connect: a URL, or the embedded server's socket. */
export type ConnectionSettings = { url: string } | { host: string; user: string; password: string; database: string };

/** A smaller pool has no connection to spare for brief reads: some work holds one and needs another. */
const leastDividedPool = 6;

/** Reads of more rows would keep others waiting. */
const mostBriefRows = 200;

export interface OpenDatabaseOptions {
  configuration: Configuration;
  log: Logger;
}

/**
 * Opens the database and migrates it. When it cannot be reached, the returned database answers STORE_UNAVAILABLE and
 * migrates itself as soon as it can.
 * @throws {NewerDatabaseError} when the database belongs to a newer version
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const database = await connect(options);
  try {
    await database.migrateOrRetry();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Brings the schema up to date and says what was done.
 * @throws {DomainError} STORE_UNAVAILABLE when the database cannot be reached
 * @throws {NewerDatabaseError} when the database belongs to a newer version
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

async function connect({ configuration, log }: OpenDatabaseOptions): Promise<PooledDatabase> {
  const cluster = configuration.database.url === '' ? await openEmbedded(configuration, log) : undefined;
  const connection: ConnectionSettings =
    cluster === undefined
      ? { url: configuration.database.url }
      : {
          host: cluster.target.socketFolder,
          user: cluster.target.user,
          password: cluster.target.password,
          database: 'postgres',
        };
  return new PooledDatabase({ connection, poolSize: configuration.database.poolSize, cluster, log });
}

async function openEmbedded(configuration: Configuration, log: Logger): Promise<Cluster> {
  const cluster = await openCluster({
    directory: join(configuration.server.dataDir, 'postgresql'),
    onEvent: (event, details) => log.warn(details, event),
  });
  log.info({ directory: cluster.home }, 'embedded PostgreSQL is running');
  return cluster;
}

class PooledDatabase implements Database {
  readonly sql: Sql;
  readonly connection: ConnectionSettings;
  /** Undefined for a small pool. */
  readonly #brief: BriefReads | undefined;
  /** The pool as brief reads see it. */
  readonly #briefSql: Sql;
  readonly #log: Logger;
  readonly #cluster: Cluster | undefined;
  readonly #closing = new AbortController();
  #ready = false;
  #pending: Promise<void> = Promise.resolve();

  constructor(options: {
    connection: ConnectionSettings;
    poolSize: number;
    cluster: Cluster | undefined;
    log: Logger;
  }) {
    this.connection = options.connection;
    this.#log = options.log;
    this.#cluster = options.cluster;
    const isDivided = options.poolSize >= leastDividedPool;
    const connections = isDivided ? options.poolSize - 1 : options.poolSize;
    this.sql = this.#connect({ max: connections });
    queueStatements(this.sql, connections);
    this.#brief = isDivided ? new BriefReads(() => this.#connect({ max: 1 })) : undefined;
    this.#briefSql = this.#brief === undefined ? this.sql : withBriefReads(this.sql, this.#brief);
  }

  ready(): boolean {
    return this.#ready;
  }

  async untilReady(): Promise<void> {
    await this.#pending;
  }

  guard<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#guarded(this.sql, work);
  }

  readRows<T>(most: number, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#guarded(most <= mostBriefRows ? this.#briefSql : this.sql, work);
  }

  async transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    // postgres.js unwraps arrays of promises in its result type; ours returns plain values.
    return await this.guard(async (sql) => (await sql.begin(work)) as T);
  }

  async migrate(): Promise<MigrationResult> {
    const result = await migrateDatabase((options) => this.#connect(options));
    this.#ready = true;
    if (result.applied > 0) this.#log.info(result, 'migrations applied');
    return result;
  }

  async migrateOrRetry(): Promise<void> {
    try {
      await this.migrate();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#log.error({ err: error }, 'the database cannot be reached; trying again');
      this.#pending = this.#migrateLater();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.sql.end({ timeout: 2 }), this.#brief?.close()]);
    await this.#cluster?.close();
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
          this.#log.fatal({ err: error }, 'nothing is served from this database');
          return;
        }
        if (!isUnavailable(error)) this.#log.error({ err: error }, 'the migrations failed; trying again');
      }
    }
  }

  #connect({ max }: { max: number }): Sql {
    const options: postgres.Options<Record<string, postgres.PostgresType>> = {
      max,
      types: { texts },
      connect_timeout: 5,
      // A database that came back is used at once; a refused connection answers at once.
      backoff: () => 0.1,
      onnotice: () => {},
      connection: { application_name: 'rampart' },
    };
    if (!('url' in this.connection)) {
      return postgres({ ...options, ...this.connection, path: join(this.connection.host, socketName) });
    }
    const { url, path } = splitSocket(this.connection.url);
    return postgres(url, path === undefined ? options : { ...options, path });
  }
}

const textArrayOid = 1009;

/**
 * `text[]`: of most rows, so read and written in fewer steps than the driver takes. With it the driver's `sql.array` does not know the
 * type of texts: a list is a parameter as it is.
 */
const texts: postgres.PostgresType<(string | null)[]> = {
  to: textArrayOid,
  from: [textArrayOid],
  // Literals come written already.
  serialize: (values) => (Array.isArray(values) ? arrayLiteral(values) : values),
  parse: readTexts,
};

const socketName = '.s.PGSQL.5432';

/** Takes the socket out of a URL in libpq's form, `postgres://user@/name?host=/folder`, which postgres.js does not know. */
function splitSocket(written: string): { url: string; path?: string } {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const folder = url?.searchParams.get('host');
  if (!url || !folder?.startsWith('/')) return { url: written };
  url.searchParams.delete('host');
  return { url: url.href, path: join(folder, socketName) };
}
