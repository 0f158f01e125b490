import type { Sql } from 'postgres';

/** Milliseconds after which reads stop to follow one that is still under way. */
const patience = 100;

/** So many reads wait for each other at most. */
const maxUnderWay = 64;

/** Milliseconds after which the connection gets a moment without reads: only then the driver forgets those that it has sent. */
const maxTurnMs = 60_000;

/**
 * What a statement is refused with in the place of its own error. The driver would send some statements again, behind others that are
 * under way, and mix up their answers; one that was sent again already it does not. With a property `query` it passes through the driver as it is.
 */
export const refusedInPipeline: Readonly<Record<string, unknown>> = Object.freeze({
  query: 'a pipelined read that failed',
});

/**
 * Reads that share one connection: each is sent at once, behind those that are still under way, and what is sent at the same time goes in
 * one write. With nobody to be woken for each read, the process and PostgreSQL take a fifth less of the processors.
 * docs/decisions/0026.
 */
export class PipelinedReads {
  readonly #connect: () => Sql;
  readonly #now: () => number;
  #sql: Sql;
  /** True once a read was answered, until one fails. */
  #isProven = false;
  /** When each read under way began, in milliseconds, the oldest first. */
  readonly #underWay = new Set<{ since: number }>();
  /** When the first read began after a moment without any. */
  #turnSince = 0;

  /** @param connect makes a pool of one connection, on which statements do not wait for each other's answers */
  constructor(connect: () => Sql, now: () => number = () => performance.now()) {
    this.#connect = connect;
    this.#now = now;
    this.#sql = connect();
  }

  /**
   * Runs a read on the shared connection, or elsewhere. Reads change nothing, so what fails here is asked once more elsewhere, where it is
   * answered or fails in its own words.
   */
  async run<Result>(read: (sql: Sql) => Promise<Result>, elsewhere: () => Promise<Result>): Promise<Result> {
    if (this.isBehind()) return await elsewhere();
    const entry = { since: this.#now() };
    if (this.#underWay.size === 0) this.#turnSince = entry.since;
    this.#underWay.add(entry);
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
      this.#underWay.delete(entry);
    }
    const result = await elsewhere();
    // It failed for what the connection remembers, such as a statement of before a migration.
    if (failure === refusedInPipeline) this.#renew(sql);
    return result;
  }

  /**
   * True while others should not follow: a read takes long, because it waits for a disk or was not short; too many are under way, or more than
   * one on a connection that has yet to prove itself; or reads have followed each other for a minute.
   */
  isBehind(): boolean {
    const [oldest] = this.#underWay;
    if (oldest === undefined) return false;
    if (!this.#isProven || this.#underWay.size >= maxUnderWay) return true;
    const now = this.#now();
    return now - oldest.since > patience || now - this.#turnSince > maxTurnMs;
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 2 });
  }

  #renew(used: Sql): void {
    if (this.#sql !== used) return;
    this.#sql = this.#connect();
    void used.end({ timeout: 5 });
  }
}
