/** Maximum numbers of pieces of work. */
export interface HashQueueLimits {
  readonly running: number;
  /** Of strangers. */
  readonly waiting: number;
  /** Of known callers, in places of their own. */
  readonly reserved: number;
  /** Of one known caller. */
  readonly reservedPerCaller: number;
}

/** Whose work it is: an id of a caller who has proved before who it is; undefined: a stranger. */
export type KnownCaller = string | undefined;

interface Waiting {
  readonly caller: KnownCaller;
  start(): void;
}

/**
 * Runs a limited number of pieces of work at once and lets a limited number wait. Known callers wait in places of their own and are served
 * first, so strangers cannot keep them out, however many there are. Known callers beyond their places wait among the strangers.
 */
export class HashQueue {
  readonly #limits: HashQueueLimits;
  readonly #known: Waiting[] = [];
  readonly #strangers: Waiting[] = [];
  #running = 0;

  constructor(limits: HashQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs the work when it is its turn.
   * @param onFull makes the error that is thrown when there is no place left
   */
  async run<T>(caller: KnownCaller, { work, onFull }: { work(): Promise<T>; onFull(): Error }): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++;
    else await this.#wait(caller, onFull);
    try {
      return await work();
    } finally {
      // The turn is handed on, so that nobody slips in between.
      const next = this.#known.shift() ?? this.#strangers.shift();
      if (next === undefined) this.#running--;
      else next.start();
    }
  }

  async #wait(caller: KnownCaller, onFull: () => Error): Promise<void> {
    const line = this.#hasReserved(caller) ? this.#known : this.#strangers;
    if (line === this.#strangers && line.length >= this.#limits.waiting) throw onFull();
    await new Promise<void>((start) => line.push({ caller, start }));
  }

  #hasReserved(caller: KnownCaller): boolean {
    if (caller === undefined || this.#known.length >= this.#limits.reserved) return false;
    return this.#known.filter((waiting) => waiting.caller === caller).length < this.#limits.reservedPerCaller;
  }
}
