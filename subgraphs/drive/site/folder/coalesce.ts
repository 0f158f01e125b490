/** Work whose frequent requests are combined into fewer runs. */
export interface CoalescedWork {
  /** Schedules a run after a delay in milliseconds, unless one is already scheduled. */
  request(afterMs: number): void;
  /** Cancels the scheduled run. */
  cancel(): void;
}

/**
 * Combines all requests made before a run starts into that run. Runs are never concurrent: at most one is active and
 * one is queued. The work must not reject.
 */
export function coalesce(work: () => Promise<void>): CoalescedWork {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  async function begin(): Promise<void> {
    timer = undefined; // Requests from now on may concern changes that this run misses.
    await work();
  }
  function enqueue(): void {
    last = last.then(begin);
  }
  return {
    request(afterMs) {
      timer ??= setTimeout(enqueue, afterMs).unref();
    },
    cancel: () => clearTimeout(timer),
  };
}
