import type { Sql } from 'postgres';
import { PreparedStatements } from './prepared-statements.js';

/** Milliseconds without a response after which additional reads no longer wait for the slow read in progress. */
const maxStallMs = 100;

/** Milliseconds after which additional reads no longer queue behind a read in progress. */
const maxWaitMs = 1000;

/**
 * Maximum number of reads in progress. Those beyond it compete with the shared connection for the CPU, so all reads in
 * the queue become slower, and unequally.
 */
const maxReadsInProgress = 256;

/**
 * Maximum time in milliseconds for which the connection can be busy without a pause: the driver releases the statements
 * that it has sent only when the connection is idle.
 */
const maxBusyMs = 60_000;

/**
 * Replaces the error of a failed pipelined statement. The driver would retry some failed statements behind others in
 * progress and mix up their results; it does not retry a statement that is marked as retried. The property `query`
 * makes the driver pass the object through unchanged.
 */
export const rejectedInPipeline: Readonly<Record<string, unknown>> = Object.freeze({
  query: 'a pipelined read that failed',
});

interface ReadInProgress {
  /** Start time in milliseconds. */
  readonly since: number;
  hasEnded: boolean;
}

/**
 * The reads in progress in the order in which they started, which is mostly the order in which they end. Not a set,
 * which would retain reads that have ended (docs/decisions/0127).
 */
class ReadsInProgress {
  #reads: ReadInProgress[] = [];
  /** Index of the oldest read that has not ended. */
  #oldest = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get oldest(): ReadInProgress | undefined {
    return this.#reads[this.#oldest];
  }

  begin(since: number): ReadInProgress {
    const read = { since, hasEnded: false };
    this.#reads.push(read);
    this.#count++;
    return read;
  }

  end(read: ReadInProgress): void {
    read.hasEnded = true;
    this.#count--;
    while (this.oldest?.hasEnded) this.#oldest++;
    // Discards those that have ended when they are the larger part, which takes constant time per read.
    if (this.#oldest * 2 < this.#reads.length) return;
    this.#reads = this.#reads.slice(this.#oldest);
    this.#oldest = 0;
  }
}

/**
 * Reads that are pipelined on one connection: each is sent without waiting for the previous ones, and reads issued at
 * the same moment share one write to the socket. With fewer wake-ups, the process and PostgreSQL use a fifth less CPU
 * time (docs/decisions/0026).
 */
export class PipelinedReads {
  /** The statements that are prepared on the shared connection; only these are pipelined. */
  readonly preparedStatements = new PreparedStatements();
  readonly #connect: () => Sql;
  readonly #now: () => number;
  #sql: Sql;
  /** Whether the connection works: true after a successful read, until one fails. */
  #isProven = false;
  readonly #inProgress = new ReadsInProgress();
  /** Time of the last response in milliseconds. */
  #respondedAt = 0;
  /** Start time in milliseconds of the first read since the connection was last idle. */
  #busySince = 0;

  /** @param connect creates a pool of one connection, on which statements are pipelined */
  constructor(connect: () => Sql, now: () => number = () => performance.now()) {
    this.#connect = connect;
    this.#now = now;
    this.#sql = connect();
  }

  /**
   * Runs a read on the shared connection, or the fallback. Because reads change nothing, the fallback also repeats a
   * failed read, which then succeeds or fails with its own error.
   */
  async run<Result>(read: (sql: Sql) => Promise<Result>, fallback: () => Promise<Result>): Promise<Result> {
    if (this.isBehind()) return await fallback();
    const since = this.#now();
    if (this.#inProgress.count === 0) this.#busySince = since;
    const entry = this.#inProgress.begin(since);
    const sql = this.#sql;
    let failure: unknown;
    try {
      const result = await read(sql);
      this.#isProven = true;
      return result;
    } catch (error) {
      this.#isProven = false;
      failure = error;
    } finally {
      this.#inProgress.end(entry);
      this.#respondedAt = this.#now();
    }
    const result = await fallback();
    // The state of the connection caused the failure, for example a plan from before a migration.
    if (failure === rejectedInPipeline) this.#renew(sql);
    return result;
  }

  /**
   * Whether additional reads must use the fallback: a read is slow; the queue is long; a read is in progress on an
   * unproven connection; or the connection has not been idle for a minute.
   */
  isBehind(): boolean {
    const { oldest } = this.#inProgress;
    if (oldest === undefined) return false;
    if (!this.#isProven || this.#inProgress.count >= maxReadsInProgress) return true;
    const now = this.#now();
    const stalled = now - Math.max(oldest.since, this.#respondedAt);
    return stalled > maxStallMs || now - oldest.since > maxWaitMs || now - this.#busySince > maxBusyMs;
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 2 });
  }

  #renew(connection: Sql): void {
    if (this.#sql !== connection) return;
    this.#sql = this.#connect();
    void connection.end({ timeout: 5 });
  }
}
