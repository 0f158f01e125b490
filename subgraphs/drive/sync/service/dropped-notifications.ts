import type { Clock } from '../../../../platform/clock.js';
import type { Logger } from '../../../../platform/log.js';
import type { DriveDependencies } from '../../dependencies.js';
import { incrementReceiverCount } from '../repository/notifications.js';

/** Time in milliseconds after which dropped notifications are added to the stored count. */
const flushMs = 1000;

/**
 * Counts dropped notifications in memory, and adds them to the stored count at most once a second. Anyone can send
 * notifications that are dropped, so a statement for each request would keep the connections of the database busy,
 * waiting for each other to change the same row. A crash loses the counts of the last second.
 */
export class DroppedNotifications {
  readonly #database: DriveDependencies['database'];
  readonly #clock: Clock;
  readonly #log: Logger;
  #unstored = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor({ database, clock, log }: Pick<DriveDependencies, 'database' | 'clock' | 'log'>) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  /** Number of dropped notifications that are not part of the stored count yet. */
  get unstored(): number {
    return this.#unstored;
  }

  add(count: number): void {
    this.#unstored += count;
    this.#timer ??= setTimeout(() => {
      // The count remains, and is stored with the next notifications or at the end of the process.
      this.flush().catch((error: unknown) => this.#log.debug({ err: error }, 'dropped notifications were not stored'));
    }, flushMs).unref();
  }

  /**
   * Adds the counted notifications to the stored count.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const flushed = this.#flushing.then(() => this.#store());
    this.#flushing = flushed.catch(() => {});
    await flushed;
  }

  async close(): Promise<void> {
    await this.flush().catch((error: unknown) => {
      this.#log.warn({ err: error, notifications: this.#unstored }, 'the count of dropped notifications was lost');
    });
  }

  async #store(): Promise<void> {
    const count = this.#unstored;
    if (count === 0) return;
    const now = this.#clock.now() / 1000;
    await this.#database.guard((sql) => incrementReceiverCount(sql, { kind: 'dropped', count, now }));
    this.#unstored -= count;
  }
}
