import type { Database } from '../database/index.js';
import { StatementQueue } from '../database/statement-queue.js';
import type { Logger } from '../log.js';
import { type EventPage, type EventReading, endOfLog, type ResetReason, readEvents } from './event-log.js';
import { eventChannel } from './notify-listeners.js';
import { covers, type Position } from './position.js';

/** Takes part in what the process reads of the log. */
export interface EventListener {
  /** The first page may begin before the position that the listener follows from. */
  take(page: EventPage): void;
  /** The log cannot be followed without a gap. The listener is dismissed: it has to look anew. */
  restart(reason: ResetReason): void;
}

/** Follows the log of events, once for all who listen in this process. */
export interface EventHub {
  /**
   * Where the log ends.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  end(): Promise<Position>;
  /**
   * The next events behind a position.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  read(from: Position): Promise<EventReading>;
  /** Registers the listener for everything after a position; false if the process is ahead of it: read more first. */
  follow(from: Position, listener: EventListener): boolean;
  unfollow(listener: EventListener): void;
  close(): void;
}

const pageSize = 200;
const lookMilliseconds = 1000;
/** Reads for those who come back, at once: a crowd of them must not keep everybody else from the database. */
const readsAtOnce = 2;

/** It takes a connection of its own, and reads, from the first listener on. */
export function createEventHub(options: { database: Database; log: Logger }): EventHub {
  return new LogFollower(options);
}

class LogFollower implements EventHub {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #listeners = new Set<EventListener>();
  readonly #reads = new StatementQueue(readsAtOnce);
  #position: Position | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #isDue = false;
  /** The last read failed: the cluster may be another one when it is back. */
  #isTroubled = false;
  #isClosed = false;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#log = log;
  }

  async end(): Promise<Position> {
    return await this.#reads.run(() => this.#database.guard(endOfLog));
  }

  async read(from: Position): Promise<EventReading> {
    return await this.#reads.run(() => this.#database.guard((sql) => readEvents(sql, from, pageSize)));
  }

  follow(from: Position, listener: EventListener): boolean {
    if (this.#isClosed) return false;
    if (this.#listeners.size === 0) this.#begin(from);
    else if (this.#position === undefined || !covers(from, this.#position)) return false;
    this.#listeners.add(listener);
    this.#look();
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

  /** Nobody listened: what was read before does not matter. */
  #begin(from: Position): void {
    this.#position = from;
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#look(), lookMilliseconds).unref();
    // The driver listens again whenever its connection is lost; it is not needed to see events, only to see them at once.
    this.#database.sql
      .listen(
        eventChannel,
        () => this.#look(),
        () => this.#look(),
      )
      .catch((error: unknown) => this.#log.warn({ err: error }, 'events are polled once per second'));
  }

  /** Reads what is new. A look that comes while one is under way makes it read on. */
  #look(): void {
    this.#isDue = true;
    if (this.#isReading || this.#isClosed) return;
    this.#isReading = true;
    this.#readOn()
      .then(
        () => {
          this.#isTroubled = false;
        },
        (error: unknown) => {
          if (!this.#isTroubled) this.#log.warn({ err: error }, 'reading events failed; trying again');
          this.#isTroubled = true;
        },
      )
      .finally(() => {
        this.#isReading = false;
      });
  }

  async #readOn(): Promise<void> {
    if (this.#isTroubled) await this.#database.guard(endOfLog); // It sees whether the cluster is still the same.
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false;
      const from = this.#position;
      if (this.#listeners.size === 0 || from === undefined) return;
      const reading = await this.#database.guard((sql) => readEvents(sql, from, pageSize));
      // Meanwhile all may have left and others come, who begin elsewhere.
      if (from !== this.#position) this.#isDue = true;
      else this.#tell(reading);
    }
  }

  #tell(reading: EventReading): void {
    if ('lost' in reading) {
      const listeners = [...this.#listeners];
      this.#listeners.clear();
      for (const listener of listeners) listener.restart(reading.lost);
      return;
    }
    this.#position = reading.page.position;
    this.#isDue ||= reading.page.isCut;
    for (const listener of [...this.#listeners]) listener.take(reading.page);
  }
}
