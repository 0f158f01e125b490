import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../../../platform/domain-error.js';
import {
  covers,
  type EventHub,
  type EventListener,
  type EventPage,
  type EventReading,
  type Position,
  type ResetReason,
} from '../../../platform/events/index.js';
import { isUnavailable } from '../../errors/index.js';

/** The position from which to read the event log, and the events that were already read from there. */
export interface ReadingStart {
  readonly from: Position;
  readonly missed?: EventReading | undefined;
}

const retryMs = 1000;
/** Maximum number of pages that wait for one client. Pages are shared by all clients. */
const maxWaitingPages = 16;

/**
 * Reads the event log for one client, as fast as the client reads. Until the client has caught up, it reads from the
 * log itself; then it receives the pages that this process reads for all clients. A client that falls behind reads from
 * the log again.
 */
export class LogReader implements EventListener {
  readonly #hub: EventHub;
  readonly #signal: AbortSignal;
  readonly #waiting: EventPage[] = [];
  #readUntil: Position;
  #missed: EventReading | undefined;
  #lost: ResetReason | undefined;
  #isFollowing = false;
  #wake: (() => void) | undefined;

  /** @param options.signal stops reading when it aborts */
  constructor(options: { readonly hub: EventHub; readonly start: ReadingStart; readonly signal: AbortSignal }) {
    this.#hub = options.hub;
    this.#signal = options.signal;
    this.#readUntil = options.start.from;
    this.#missed = options.start.missed;
    options.signal.addEventListener('abort', () => {
      this.#unfollow();
      this.#wake?.();
    });
  }

  /**
   * The next page, or the reason why events are missing; in this case, the caller must call {@link restartAt}. A page
   * may overlap with the previous one. Waits for events, and for the database while it is unavailable; undefined after
   * the signal aborts.
   */
  async next(): Promise<EventReading | undefined> {
    while (!this.#signal.aborted) {
      const page = this.#waiting.shift();
      if (page !== undefined) return this.#advanceTo(page);
      if (this.#lost !== undefined) return this.#reportLoss(this.#lost);
      if (this.#isFollowing) await new Promise<void>((resolve) => (this.#wake = resolve));
      else return await this.#read();
    }
    return undefined;
  }

  /** Continues from another position. */
  restartAt(position: Position): void {
    this.#readUntil = position;
    this.#isFollowing = !this.#signal.aborted && this.#hub.follow(position, this);
  }

  handle(page: EventPage): void {
    if (this.#waiting.length >= maxWaitingPages) this.#unfollow();
    else this.#waiting.push(page);
    this.#wake?.();
  }

  restart(reason: ResetReason): void {
    this.#isFollowing = false;
    this.#lost = reason;
    this.#wake?.();
  }

  /** Retries the work while the database is unavailable; undefined after the signal aborts. */
  async retryUntilAvailable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    while (!this.#signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (this.#signal.aborted) return undefined;
        // Retried; the hub logs the failure.
        if (!(error instanceof DomainError && isUnavailable(error.code))) throw error;
        await delay(retryMs, undefined, { signal: this.#signal }).catch(() => {});
      }
    }
    return undefined;
  }

  async #read(): Promise<EventReading | undefined> {
    const missed = this.#missed;
    this.#missed = undefined;
    const reading = missed ?? (await this.retryUntilAvailable(() => this.#hub.read(this.#readUntil)));
    if (reading === undefined || 'lost' in reading) return reading;
    this.#advanceTo(reading.page);
    if (!reading.page.isFull) this.restartAt(this.#readUntil);
    return reading;
  }

  #advanceTo(page: EventPage): EventReading {
    if (covers(page.position, this.#readUntil)) this.#readUntil = page.position;
    return { page };
  }

  #reportLoss(lost: ResetReason): EventReading {
    this.#lost = undefined;
    return { lost };
  }

  #unfollow(): void {
    this.#isFollowing = false;
    this.#hub.unfollow(this);
  }
}
