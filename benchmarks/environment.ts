import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { type Cluster, openCluster } from '../platform/database/index.js';
import { LoadClient } from './load/client.js';
import { Processes } from './processes.js';

const socketName = '.s.PGSQL.5432';

/**
 * The environment of a benchmark: a temporary directory, a PostgreSQL server with the product's settings, and
 * processes.
 */
export class BenchmarkEnvironment {
  readonly processes: Processes;
  readonly load = new LoadClient();
  #closing: Promise<void> | undefined;

  readonly #cluster: Cluster;

  private constructor(
    readonly folder: string,
    cluster: Cluster,
  ) {
    this.#cluster = cluster;
    this.processes = new Processes(folder);
  }

  static async open(): Promise<BenchmarkEnvironment> {
    const folder = mkdtempSync(join(tmpdir(), 'rampart-bench-'));
    chmodSync(folder, 0o755); // If root runs the benchmark, PostgreSQL runs as nobody, who must be able to enter the directory.
    try {
      return new BenchmarkEnvironment(folder, await openCluster({ directory: join(folder, 'postgresql') }));
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Creates a subdirectory of the environment's temporary directory. */
  subfolder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  async createDatabase(name: string): Promise<void> {
    await this.withConnection('postgres', async (sql) => {
      await sql.unsafe(`create database ${name}`);
    });
  }

  async hasDatabase(name: string): Promise<boolean> {
    return await this.withConnection('postgres', async (sql) => {
      const found = await sql`select from pg_database where datname = ${name}`;
      return found.length > 0;
    });
  }

  /** Connection URL of a database for the product's settings. Uses the Unix socket, as the embedded database does. */
  databaseUrl(name: string): string {
    const { socketFolder, user, password } = this.#cluster.target;
    return `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`;
  }

  /** The connection options of a database for postgres.js. */
  connectionOptions(name: string): postgres.Options<Record<string, never>> {
    const { socketFolder, user, password } = this.#cluster.target;
    return { host: socketFolder, path: join(socketFolder, socketName), user, password, database: name };
  }

  /** The connection options of a database for libpq clients. */
  libpqOptions(name: string): { host: string; user: string; password: string; database: string } {
    const { socketFolder, user, password } = this.#cluster.target;
    return { host: socketFolder, user, password, database: name };
  }

  async withConnection<T>(name: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql = postgres({ ...this.connectionOptions(name), max: 1, onnotice: () => {} });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }

  /** Stops everything that was started. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.load.close();
    await this.processes.close();
    await this.#cluster.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Finds a port that is currently unused. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
