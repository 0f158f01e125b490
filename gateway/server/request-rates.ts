/** What became of a request. */
export interface Take {
  /** False: the limit is reached, and nothing was counted. */
  readonly isTaken: boolean;
  /** Requests that would be taken now, one after the other. */
  readonly remaining: number;
  /** Until all requests of the limit would be. */
  readonly fullInMilliseconds: number;
  /** Until one would be; 0 when one would be now. */
  readonly retryInMilliseconds: number;
}

/** When the allowance of a caller is full again. An object, because the number changes in place. */
interface Allowance {
  readonly caller: string;
  wholeAt: number;
}

/** Entries; about 10 MB. */
const defaultMaxCallers = 65_536;
/** How many callers are compared when one has to be forgotten. */
const compared = 8;

/**
 * An allowance of `limit` requests for each caller, which refills evenly within the window (generic cell rate algorithm, ITU-T I.371). A
 * caller whose allowance is whole needs no entry. Beyond the maximum number of entries the one of a few that is nearest to whole is
 * forgotten: what a caller has used up is forgotten last, and not by sending from more addresses.
 */
export class RequestRates {
  readonly #callers = new Map<string, Allowance>();
  readonly #now: () => number;
  readonly #window: number;
  readonly #interval: number;
  readonly #maximum: number;
  #cursor: MapIterator<Allowance> = this.#callers.values();

  constructor(options: { limit: number; windowMilliseconds: number; now: () => number; maxCallers?: number }) {
    this.#now = options.now;
    this.#window = options.windowMilliseconds;
    this.#interval = options.windowMilliseconds / options.limit;
    this.#maximum = options.maxCallers ?? defaultMaxCallers;
  }

  /** Number of callers with an entry. */
  get size(): number {
    return this.#callers.size;
  }

  take(caller: string): Take {
    const now = this.#now();
    const allowance = this.#callers.get(caller) ?? this.#add(caller, now);
    const next = Math.max(allowance.wholeAt, now) + this.#interval;
    // Sums of the interval differ from the window by less than a thousandth of it.
    const isTaken = next <= now + this.#window + this.#interval / 1000;
    if (isTaken) allowance.wholeAt = next;
    const fullInMilliseconds = allowance.wholeAt - now;
    const free = this.#window - fullInMilliseconds;
    return {
      isTaken,
      remaining: Math.max(0, Math.floor(free / this.#interval + 0.001)),
      fullInMilliseconds,
      retryInMilliseconds: Math.max(0, this.#interval - free),
    };
  }

  #add(caller: string, now: number): Allowance {
    if (this.#callers.size >= this.#maximum) this.#forget(now);
    const allowance = { caller, wholeAt: now };
    this.#callers.set(caller, allowance);
    return allowance;
  }

  /** Forgets the callers among the next few whose allowance is whole; if there is none, the one nearest to it. */
  #forget(now: number): void {
    let nearest: Allowance | undefined;
    let hasForgotten = false;
    for (let count = 0; count < compared; count++) {
      const entry = this.#next();
      if (entry === undefined) break;
      if (entry.wholeAt <= now) hasForgotten = this.#callers.delete(entry.caller);
      else if (nearest === undefined || entry.wholeAt < nearest.wholeAt) nearest = entry;
    }
    if (!hasForgotten && nearest !== undefined) this.#callers.delete(nearest.caller);
  }

  /** Goes round: entries keep their order, and new ones come last. */
  #next(): Allowance | undefined {
    const step = this.#cursor.next();
    if (!step.done) return step.value;
    this.#cursor = this.#callers.values();
    return this.#cursor.next().value;
  }
}
