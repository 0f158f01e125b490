import { runOutsideSpans } from '../telemetry/index.js';

/**
 * Work whose result is true for everybody who asked before it began. Callers of the same moment share one run, which
 * begins after their calls; a run in progress is not theirs. It belongs to no trace.
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
