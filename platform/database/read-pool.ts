import type { Sql } from 'postgres';
import type { ReadRequest } from './database.js';
import { isCanceled } from './errors.js';
import { queueStatements, withRequest } from './statement.js';

/**
 * Connections that run only reads. Statements on them can be cancelled safely: a cancellation that arrives late affects
 * another read of the same connection, which can be sent again.
 */
export class ReadPool {
  readonly sql: Sql;
  readonly #timeoutMs: number;

  /** @param options.timeoutMs `statement_timeout` of these connections in milliseconds */
  constructor(options: { sql: Sql; connections: number; timeoutMs: number }) {
    this.sql = options.sql;
    this.#timeoutMs = options.timeoutMs;
    queueStatements(options.sql, options.connections);
  }

  /** Runs a read. When the signal of the request aborts, its statements are cancelled or not sent. */
  async run<Result>(request: ReadRequest, read: (sql: Sql) => Promise<Result>): Promise<Result> {
    const { signal, caller, sourceAddress } = request;
    const sql = withRequest(this.sql, { signal, caller, sourceAddress, cancels: true });
    const startedAt = performance.now();
    try {
      return await read(sql);
    } catch (error) {
      const isLate = performance.now() - startedAt >= this.#timeoutMs;
      if (signal.aborted || isLate || !isCanceled(error)) throw error;
      return await read(sql);
    }
  }
}
