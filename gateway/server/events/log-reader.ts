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

/** Where to read from, and what was read from there already. */
export interface ReadingStart {
  readonly from: Position;
  readonly missed?: EventReading | undefined;
}

const retryMilliseconds = 1000;
/** Pages that the process has read and the client has not taken yet. They are shared by all clients. */
const maxWaitingPages = 16;

/**
 * Reads the log of events for one client, at the client's pace. Until the client has what the process has read, it reads from the log itself;
 * from then on it gets the pages that the process reads for all. A client that does not keep up reads from the log again.
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

  /** @param options.signal ends the reading */
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
   * The next page, or why there is none: then {@link restartAt} says where to go on. A page may begin before what was read last. Waits for
   * events, and for the database while it is away; undefined once the signal aborts.
   */
  async next(): Promise<EventReading | undefined> {
    while (!this.#signal.aborted) {
      const page = this.#waiting.shift();
      if (page !== undefined) return this.#reached(page);
      if (this.#lost !== undefined) return this.#loses(this.#lost);
      if (this.#isFollowing) await new Promise<void>((resolve) => (this.#wake = resolve));
      else return await this.#read();
    }
    return undefined;
  }

  /** Goes on from another position. */
  restartAt(position: Position): void {
    this.#readUntil = position;
    this.#isFollowing = !this.#signal.aborted && this.#hub.follow(position, this);
  }

  take(page: EventPage): void {
    if (this.#waiting.length >= maxWaitingPages) this.#unfollow();
    else this.#waiting.push(page);
    this.#wake?.();
  }

  restart(reason: ResetReason): void {
    this.#isFollowing = false;
    this.#lost = reason;
    this.#wake?.();
  }

  /** Repeats what fails while the database is away; undefined once the signal aborts. */
  async whileAway<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    while (!this.#signal.aborted) {
      try {
        return await work();
      } catch (error) {
        // Only time helps; what follows the log for the process says so in its log.
        if (!isAway(error)) throw error;
        await delay(retryMilliseconds, undefined, { signal: this.#signal }).catch(() => {});
      }
    }
    return undefined;
  }

  async #read(): Promise<EventReading | undefined> {
    const missed = this.#missed;
    this.#missed = undefined;
    const reading = missed ?? (await this.whileAway(() => this.#hub.read(this.#readUntil)));
    if (reading === undefined || 'lost' in reading) return reading;
    this.#reached(reading.page);
    if (!reading.page.isCut) this.restartAt(this.#readUntil);
    return reading;
  }

  #reached(page: EventPage): EventReading {
    if (covers(page.position, this.#readUntil)) this.#readUntil = page.position;
    return { page };
  }

  #loses(lost: ResetReason): EventReading {
    this.#lost = undefined;
    return { lost };
  }

  #unfollow(): void {
    this.#isFollowing = false;
    this.#hub.unfollow(this);
  }
}

function isAway(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'STORE_UNAVAILABLE' || error.code === 'SERVICE_UNAVAILABLE');
}
