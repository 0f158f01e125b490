import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { type Cluster, openCluster } from '../platform/database/index.js';
import { LoadClient } from './load/client.js';
import { Processes } from './processes.js';

const socketName = '.s.PGSQL.5432';

/** Where a benchmark runs: a temporary folder, a PostgreSQL of its own with the product's settings, and processes. */
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
    chmodSync(folder, 0o755); // Where root runs this, PostgreSQL runs as nobody and must get in.
    try {
      return new BenchmarkEnvironment(folder, await openCluster({ directory: join(folder, 'postgresql') }));
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** A folder below the workbench's own. */
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

  /** The database as a setting of the product: over the unix socket, as the embedded one is used. */
  databaseUrl(name: string): string {
    const { socketFolder, user, password } = this.#cluster.target;
    return `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(socketFolder)}`;
  }

  /** The same for postgres.js. */
  connectionOptions(name: string): postgres.Options<Record<string, never>> {
    const { socketFolder, user, password } = this.#cluster.target;
    return { host: socketFolder, path: join(socketFolder, socketName), user, password, database: name };
  }

  async withConnection<T>(name: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql = postgres({ ...this.connectionOptions(name), max: 1, onnotice: () => {} });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }

  /** Ends everything that was started; safe to call twice. */
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

/** A port that nobody uses at this moment. */
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
