import { setTimeout as delay } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import type { Logger } from '../log.js';
import type { ReadRequest } from './database.js';
import { isCanceled, isUnavailable } from './errors.js';
import { assertSuitableStandby, settingsForReads, UnsuitableSettingsError } from './session-settings.js';
import { SharedRun } from './shared-run.js';
import { type Executor, withRequest } from './statement.js';
import { StatementQueue } from './statement-queue.js';
import { runTransaction } from './transaction.js';

/** Maximum time in milliseconds that a read waits for the standby to replay what was committed before the read. */
const maxLagMs = 50;
const lagIntervalMs = 5;
/** Time in milliseconds for which reads do not wait for the standby after a wait that timed out. */
const lagBackoffMs = 250;
/**
 * Mode of the transaction in which a read runs. The transaction keeps the read's statements on one connection; each
 * statement has a new snapshot.
 */
const readMode = 'isolation level read committed read only';

/** Timeout in milliseconds for connecting and one check; a slower standby is not used. */
const checkTimeoutMs = 1000;
/** Time in milliseconds from a failure until the standby is tried again, in parallel to the requests. */
const retryMs = 5000;

/** A position in the primary's write-ahead log. */
export interface WalPosition {
  /** Log position after everything that is committed, in PostgreSQL's form `16/B374D848`. */
  readonly lsn: string;
  /** Timeline of the write-ahead log, which changes when a standby is promoted. */
  readonly timeline: number;
  /** Identifier of the database cluster. */
  readonly cluster: string;
}

/**
 * Selects the primary's position, timeline and cluster. The position includes everything visible: a commit is visible
 * after its log record is flushed or, without `synchronous_commit`, inserted.
 */
const readPosition = `select lsn::text, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as cluster
  from (select case current_setting('synchronous_commit') when 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) as position`;

/**
 * Selects whether the server is a standby of this cluster and timeline, whether it has replayed the position, and the
 * settings of the session.
 */
const comparePosition = `select
    pg_is_in_recovery() and (select system_identifier::text from pg_control_system()) = $2
      and (select greatest(timeline_id, (select min_recovery_end_timeline from pg_control_recovery()))
        from pg_control_checkpoint()) = $3::int as "isStandby",
    coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isCurrent", ${settingsForReads} as settings`;

interface Comparison {
  readonly isStandby: boolean;
  readonly isCurrent: boolean;
  /** Values of {@link settingsForReads}. */
  readonly settings: readonly string[];
}

export interface StandbyReadsOptions {
  /** Runs a statement on the primary. */
  readonly primary: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  /** Opens a pool of connections to the standby servers. */
  readonly connect: () => Sql;
  readonly connections: number;
  /** `statement_timeout` of the connections in milliseconds. */
  readonly timeoutMs: number;
  readonly log: Logger;
}

/**
 * Runs reads on standby servers such that a read returns everything committed before it: the standby must have replayed
 * the primary's log up to its position at the beginning of the read. This is checked on the connection that then runs
 * the read. Otherwise, or if the standby fails or has unsuitable session settings, the read runs on the primary.
 */
export class StandbyReads {
  readonly #options: StandbyReadsOptions;
  readonly #queue: StatementQueue;
  readonly #positions: SharedRun<WalPosition>;
  #sql: Sql;
  /** Time in milliseconds at which the standby is tried again; undefined while it is in use. */
  #retryAt: number | undefined;
  /** Time in milliseconds until which reads do not wait for the standby. */
  #noWaitUntil = 0;
  #isClosed = false;

  constructor(options: StandbyReadsOptions) {
    this.#options = options;
    this.#queue = new StatementQueue(options.connections);
    this.#positions = new SharedRun(() => this.#readPosition());
    this.#sql = options.connect();
  }

  /**
   * Runs a read on the standby, or the fallback. Reads change nothing, so the fallback repeats a read that fails.
   * @throws errors of the read; the reason of the signal
   */
  async run<Result>(
    request: ReadRequest,
    read: (sql: Sql) => Promise<Result>,
    fallback: () => Promise<Result>,
  ): Promise<Result> {
    const position = await this.#findUsablePosition();
    if (position === undefined) return await fallback();
    const outcome = await this.#queue.run(() => this.#readAt(position, request.signal, read), request);
    return outcome === undefined ? await fallback() : outcome.result;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sql.end({ timeout: 2 });
  }

  /** The primary's position; undefined while no standby is in use, or if the position cannot be read. */
  async #findUsablePosition(): Promise<WalPosition | undefined> {
    if (this.#retryAt !== undefined) {
      if (performance.now() >= this.#retryAt) void this.#retry();
      return undefined;
    }
    try {
      return await this.#positions.run();
    } catch (error) {
      // If the primary cannot be reached, the read itself reports it.
      if (!isUnavailable(error)) this.#pause(this.#sql, error);
      return undefined;
    }
  }

  /** The result of the read on the standby; undefined if the fallback must run it. */
  async #readAt<Result>(
    position: WalPosition,
    signal: AbortSignal,
    read: (sql: Sql) => Promise<Result>,
  ): Promise<{ result: Result } | undefined> {
    const pool = this.#sql;
    const limit = this.#startCheckTimeout(pool);
    let startedAt = performance.now();
    try {
      return await runTransaction(
        pool,
        async (sql) => {
          const isCurrent = await this.#replaysInTime(sql, position);
          clearTimeout(limit);
          startedAt = performance.now();
          return isCurrent ? { result: await read(viewForRead(sql, signal)) } : undefined;
        },
        readMode,
      );
    } catch (error) {
      const isLate = isCanceled(error) && performance.now() - startedAt >= this.#options.timeoutMs;
      if (signal.aborted || isLate) throw error;
      if (isUnavailable(error) || isUnusable(error)) this.#pause(pool, error);
      else this.#options.log.debug({ err: error }, 'a read failed on the standby; it is repeated on the primary');
      return undefined;
    } finally {
      clearTimeout(limit);
    }
  }

  async #replaysInTime(sql: TransactionSql, position: WalPosition): Promise<boolean> {
    const until = performance.now() + maxLagMs;
    for (;;) {
      if (await hasReplayed(sql, position)) return true;
      const now = performance.now();
      if (now < this.#noWaitUntil) return false;
      if (now >= until) break;
      await delay(lagIntervalMs);
    }
    this.#noWaitUntil = performance.now() + lagBackoffMs;
    return false;
  }

  /**
   * Stops using the standby if the check does not end in time: an unreachable host reports no failure. Returns the
   * timer.
   */
  #startCheckTimeout(pool: Sql): NodeJS.Timeout {
    return setTimeout(() => this.#pause(pool, new Error('the standby does not respond')), checkTimeoutMs);
  }

  /** Stops using the standby until a later try. Reads in progress fail, and are repeated on the primary. */
  #pause(pool: Sql, error: unknown): void {
    if (pool !== this.#sql || this.#isClosed) return;
    if (this.#retryAt === undefined)
      this.#options.log.warn({ err: error }, 'the standby cannot be used; reads use the primary only');
    this.#retryAt = performance.now() + retryMs;
    this.#sql = this.#options.connect();
    void pool.end({ timeout: 0 });
  }

  /** Uses the standby again if it responds. */
  async #retry(): Promise<void> {
    this.#retryAt = performance.now() + retryMs;
    const pool = this.#sql;
    const limit = this.#startCheckTimeout(pool);
    try {
      const position = await this.#positions.run();
      await runTransaction(pool, (sql) => hasReplayed(sql, position));
      if (pool !== this.#sql) return;
      this.#retryAt = undefined;
      this.#options.log.info('reads use the standby');
    } catch (error) {
      this.#pause(pool, error);
    } finally {
      clearTimeout(limit);
    }
  }

  async #readPosition(): Promise<WalPosition> {
    return await this.#options.primary(currentWalPosition);
  }
}

/** Whether an error means that reads must not use the server. */
function isUnusable(error: unknown): boolean {
  return error instanceof NotAStandbyError || error instanceof UnsuitableSettingsError;
}

/** The current position in the primary's write-ahead log. */
export async function currentWalPosition(primary: Sql): Promise<WalPosition> {
  const [row] = await primary.unsafe<[WalPosition]>(readPosition);
  return row;
}

/** The error for a server that reads cannot use: it is not a standby of the database, or follows another timeline. */
export class NotAStandbyError extends Error {
  override readonly name = 'NotAStandbyError';
  override readonly message =
    'the server at [database] read_url is not a standby of the primary, or follows another timeline';
}

/**
 * Whether the server has replayed the position.
 * @throws {NotAStandbyError} if it is not a standby of the same cluster and timeline
 * @throws {UnsuitableSettingsError} if the session has settings with which reads would have wrong results
 */
export async function hasReplayed(sql: Executor, { lsn, cluster, timeline }: WalPosition): Promise<boolean> {
  const [row] = await sql.unsafe<[Comparison]>(comparePosition, [lsn, cluster, timeline], { prepare: true });
  if (!row.isStandby) throw new NotAStandbyError();
  await assertSuitableStandby(sql, row.settings);
  return row.isCurrent;
}

/**
 * Wraps the connection of a transaction as the pool that a read expects. If the signal aborts, the read's statements
 * are cancelled.
 */
function viewForRead(sql: TransactionSql, signal: AbortSignal): Sql {
  return withRequest(sql as unknown as Sql, { signal, cancels: true });
}
