import { runOutsideSpans } from '../telemetry/index.js';

/**
 * Work whose result is valid for all callers who requested it before it began. Concurrent callers share one run, which
 * begins after their calls; they do not share a run that is already in progress. It belongs to no trace.
 */
export class SharedRun<Result> {
  readonly #work: () => Promise<Result>;
  #current: Promise<Result> | undefined;
  #next: Promise<Result> | undefined;

  constructor(work: () => Promise<Result>) {
    this.#work = work;
  }

  /** The result of a run that begins after this call. */
  run(): Promise<Result> {
    this.#next ??= this.#after(this.#current);
    return this.#next;
  }

  async #after(current: Promise<unknown> | undefined): Promise<Result> {
    await (current?.catch(() => {}) ?? new Promise(setImmediate));
    this.#current = this.#next;
    this.#next = undefined;
    try {
      return await runOutsideSpans(this.#work);
    } finally {
      if (this.#next === undefined) this.#current = undefined;
    }
  }
}
