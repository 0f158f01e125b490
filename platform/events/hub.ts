import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/index.js';
import { StatementQueue } from '../database/statement-queue.js';
import type { Logger } from '../log.js';
import { type EventPage, type EventReading, endOfLog, type ResetReason, readEvents } from './event-log.js';
import { eventChannel } from './notify-listeners.js';
import { covers, formatPosition, type Position } from './position.js';

/** Receives the events that this process reads from the log. */
export interface EventListener {
  /** Handles a page of events. The first page may begin before the listener's position. */
  handle(page: EventPage): void;
  /**
   * Called if the log cannot be followed without a gap. The listener has then been removed and must reload its state.
   */
  restart(reason: ResetReason): void;
}

const pageSize = 200;
const pollIntervalMs = 1000;
/**
 * Maximum number of concurrent reads for clients that resume: many of them must not block other requests to the
 * database.
 */
const maxConcurrentReads = 2;
/** Minimum time between two pages, in milliseconds per listener. Under load, pages therefore grow instead of queues. */
const millisecondsPerListener = 0.05;
const maxPauseMs = 500;

/**
 * Follows the event log once for all listeners of the process. Uses a dedicated database connection, and reads only
 * while there are listeners.
 */
export class EventHub {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #listeners = new Set<EventListener>();
  readonly #reads = new StatementQueue(maxConcurrentReads);
  /**
   * Reads that are queued or in progress, by position. Callers with the same position share one read: clients that lose
   * their server reconnect at the same time, from the same position.
   */
  readonly #pending = new Map<string, Promise<EventReading>>();
  #position: Position | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #isDue = false;
  /** Whether the last read failed. If so, the database may become available again as another cluster. */
  #lastReadFailed = false;
  #isClosed = false;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Returns the current end of the log.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  async end(): Promise<Position> {
    return await this.#reads.run(() => this.#database.guard(endOfLog));
  }

  /**
   * Returns the next events after a position.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  async read(from: Position): Promise<EventReading> {
    const key = formatPosition(from);
    const pending = this.#pending.get(key);
    if (pending !== undefined) return await pending;
    const reading = this.#reads.run(() => this.#database.guard((sql) => readEvents(sql, from, pageSize)));
    this.#pending.set(key, reading);
    return await reading.finally(() => this.#pending.delete(key));
  }

  /**
   * Registers a listener for all events after a position. Returns false if the process has already read past it; call
   * `read` first.
   */
  follow(from: Position, listener: EventListener): boolean {
    if (this.#isClosed) return false;
    if (this.#listeners.size === 0) this.#begin(from);
    else if (this.#position === undefined || !covers(from, this.#position)) return false;
    this.#listeners.add(listener);
    this.#poll();
    return true;
  }

  unfollow(listener: EventListener): void {
    this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#listeners.clear();
  }

  /** Starts to follow the log after a position, when there are no listeners. Any earlier position is discarded. */
  #begin(from: Position): void {
    this.#position = from;
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#poll(), pollIntervalMs).unref();
    // The driver reconnects after a failure. Notifications only reduce the delay; the log is also polled.
    this.#database.sql
      .listen(
        eventChannel,
        () => this.#poll(),
        () => this.#poll(),
      )
      .catch((error: unknown) =>
        this.#log.warn({ err: error }, 'notifications of events cannot be received: events are polled once per second'),
      );
  }

  /** Reads new events. If it is called during a read, another read follows. */
  #poll(): void {
    this.#isDue = true;
    if (this.#isReading || this.#isClosed) return;
    this.#isReading = true;
    this.#readNext()
      .then(
        () => {
          this.#lastReadFailed = false;
        },
        (error: unknown) => {
          if (!this.#lastReadFailed) this.#log.warn({ err: error }, 'reading events failed; retrying');
          this.#lastReadFailed = true;
        },
      )
      .finally(() => {
        this.#isReading = false;
      });
  }

  async #readNext(): Promise<void> {
    if (this.#lastReadFailed) await this.#database.guard(endOfLog); // Detects a change of the cluster.
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false;
      const from = this.#position;
      if (this.#listeners.size === 0 || from === undefined) return;
      const reading = await this.#database.guard((sql) => readEvents(sql, from, pageSize));
      // All listeners may have left during the read, and new ones may have started at another position.
      if (from !== this.#position) this.#isDue = true;
      else this.#notify(reading);
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    const milliseconds = Math.min(maxPauseMs, this.#listeners.size * millisecondsPerListener);
    if (milliseconds >= 1) await delay(milliseconds, undefined, { ref: false });
  }

  #notify(reading: EventReading): void {
    if ('lost' in reading) {
      const listeners = [...this.#listeners];
      this.#listeners.clear();
      for (const listener of listeners) listener.restart(reading.lost);
      return;
    }
    this.#position = reading.page.position;
    this.#isDue ||= reading.page.isFull;
    for (const listener of [...this.#listeners]) listener.handle(reading.page);
  }
}
