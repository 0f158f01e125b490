import type { Sql } from 'postgres';

/** Connections in addition to the pool, each of which is opened for one piece of work, and closed when it ends. */
export class DedicatedConnections {
  readonly #open: () => Sql;
  readonly #connections = new Set<Sql>();

  /** @param open creates a pool of one connection */
  constructor(open: () => Sql) {
    this.#open = open;
  }

  async run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const sql = this.#open();
    this.#connections.add(sql);
    try {
      return await work(sql);
    } finally {
      this.#connections.delete(sql);
      await sql.end({ timeout: 2 });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connections].map((sql) => sql.end({ timeout: 2 })));
  }
}
