/** Maximum numbers of running and waiting tasks of a queue. */
export interface HashQueueLimits {
  readonly running: number;
  /** Maximum number of waiting tasks of unknown callers. */
  readonly waiting: number;
  /** Maximum number of waiting tasks of known callers, in reserved slots. */
  readonly reserved: number;
  /** Number of reserved slots per known caller. */
  readonly reservedPerCaller: number;
}

/** Id of a known caller; undefined for an unknown one. */
export type KnownCaller = string | undefined;

interface Waiting {
  readonly caller: KnownCaller;
  start(): void;
}

/**
 * Runs a limited number of tasks concurrently and queues a limited number. Known callers have reserved slots and are
 * served first, so unknown callers cannot block them. Known callers beyond their slots wait with the unknown ones.
 */
export class HashQueue {
  readonly #limits: HashQueueLimits;
  readonly #known: Waiting[] = [];
  readonly #unknown: Waiting[] = [];
  #running = 0;

  constructor(limits: HashQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a task when a slot is free.
   * @param options.onFull creates the error to throw if the queue is full
   */
  async run<T>(caller: KnownCaller, { work, onFull }: { work(): Promise<T>; onFull(): Error }): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++;
    else await this.#wait(caller, onFull);
    try {
      return await work();
    } finally {
      // The next task receives the slot directly, so no later task can occupy it.
      const next = this.#known.shift() ?? this.#unknown.shift();
      if (next === undefined) this.#running--;
      else next.start();
    }
  }

  async #wait(caller: KnownCaller, onFull: () => Error): Promise<void> {
    const queue = this.#hasReservedSlot(caller) ? this.#known : this.#unknown;
    if (queue === this.#unknown && queue.length >= this.#limits.waiting) throw onFull();
    await new Promise<void>((start) => queue.push({ caller, start }));
  }

  #hasReservedSlot(caller: KnownCaller): boolean {
    if (caller === undefined || this.#known.length >= this.#limits.reserved) return false;
    return this.#known.filter((entry) => entry.caller === caller).length < this.#limits.reservedPerCaller;
  }
}
