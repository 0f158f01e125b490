import { type SharedCounter, UnsentChanges } from './shared-counts.js';

/** The result of counting a request against a limit. */
export interface RateResult {
  /** Whether the request is allowed and was counted; false if the limit was reached. */
  readonly isAllowed: boolean;
  /** Number of requests that are currently still allowed. */
  readonly remaining: number;
  /** Milliseconds until the full quota is available. */
  readonly fullInMs: number;
  /** Milliseconds until the next request is allowed; 0 if one is allowed now. */
  readonly retryInMs: number;
}

/**
 * The time at which a caller has its full quota again. It is an object, so the number can be changed in place.
 */
interface Quota {
  readonly caller: string;
  fullAt: number;
}

/** Default maximum number of entries, which take about 10 MB. */
const defaultMaxCallers = 65_536;
/** Number of entries that are compared to select one to evict. */
const evictionCandidates = 8;

/**
 * A rate limiter (generic cell rate algorithm, ITU-T I.371). Each caller has a quota of `limit` requests, which refills
 * evenly within the window; a caller with its full quota needs no entry. Beyond the maximum number of entries, the one
 * with the most remaining requests of a few compared entries is evicted, so a caller cannot reset its own quota by
 * sending from many addresses.
 */
export class RateLimiter implements SharedCounter {
  readonly #callers = new Map<string, Quota>();
  readonly #now: () => number;
  readonly #windowMs: number;
  readonly #intervalMs: number;
  readonly #maximum: number;
  readonly #unsent = new UnsentChanges();
  #cursor: MapIterator<Quota> = this.#callers.values();

  constructor(options: { limit: number; windowMs: number; now: () => number; maxCallers?: number }) {
    this.#now = options.now;
    this.#windowMs = options.windowMs;
    this.#intervalMs = options.windowMs / options.limit;
    this.#maximum = options.maxCallers ?? defaultMaxCallers;
  }

  /** Number of callers with an entry. */
  get size(): number {
    return this.#callers.size;
  }

  /** Counts a request of a caller, if the limit allows it. */
  count(caller: string): RateResult {
    const now = this.#now();
    const quota = this.#callers.get(caller) ?? this.#add(caller, now);
    const next = Math.max(quota.fullAt, now) + this.#intervalMs;
    // Tolerates rounding: sums of the interval differ from the window by less than a thousandth of it.
    const isAllowed = next <= now + this.#windowMs + this.#intervalMs / 1000;
    if (isAllowed) {
      quota.fullAt = next;
      this.#unsent.add(caller, 1);
    }
    const fullInMs = quota.fullAt - now;
    const free = this.#windowMs - fullInMs;
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor(free / this.#intervalMs + 0.001)),
      fullInMs,
      retryInMs: Math.max(0, this.#intervalMs - free),
    };
  }

  /** Milliseconds until the next request of a caller is allowed, without counting one; 0 if one is allowed now. */
  retryInMs(caller: string): number {
    const { fullAt } = this.#callers.get(caller) ?? {};
    if (fullAt === undefined) return 0;
    const retryInMs = this.#intervalMs - (this.#windowMs - (fullAt - this.#now()));
    // Tolerates rounding, as when counting.
    return retryInMs <= this.#intervalMs / 1000 ? 0 : retryInMs;
  }

  startSharing(): void {
    this.#unsent.startSharing();
  }

  takeChanges(): Iterable<readonly [string, number]> {
    return this.#unsent.take();
  }

  /** Counts requests that other processes have allowed, even beyond the limit. */
  addChanges(changes: Iterable<readonly [string, number]>): void {
    const now = this.#now();
    for (const [caller, count] of changes) {
      const quota = this.#callers.get(caller) ?? this.#add(caller, now);
      quota.fullAt = Math.max(quota.fullAt, now) + count * this.#intervalMs;
    }
  }

  #add(caller: string, now: number): Quota {
    if (this.#callers.size >= this.#maximum) this.#evict(now);
    const quota = { caller, fullAt: now };
    this.#callers.set(caller, quota);
    return quota;
  }

  /**
   * Of the next few entries, evicts those with their full quota or, if there are none, the one with the most remaining
   * requests.
   */
  #evict(now: number): void {
    let nearest: Quota | undefined;
    let hasEvicted = false;
    for (let count = 0; count < evictionCandidates; count++) {
      const entry = this.#next();
      if (entry === undefined) break;
      if (entry.fullAt <= now) hasEvicted = this.#callers.delete(entry.caller);
      else if (nearest === undefined || entry.fullAt < nearest.fullAt) nearest = entry;
    }
    if (!hasEvicted && nearest !== undefined) this.#callers.delete(nearest.caller);
  }

  /** Returns the next entry in circular order. Entries keep their order, and new ones are last. */
  #next(): Quota | undefined {
    const step = this.#cursor.next();
    if (!step.done) return step.value;
    this.#cursor = this.#callers.values();
    return this.#cursor.next().value;
  }
}
