import { runOutsideSpans } from '../telemetry/index.js';

/**
 * Shares runs of work among callers. A result is valid for all callers who requested it before the run began:
 * concurrent callers share one run, which begins after their calls, and do not share a run in progress. The run is not
 * part of any trace.
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
