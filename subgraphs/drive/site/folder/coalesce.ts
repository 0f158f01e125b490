/** Work that is requested more often than it needs to run. */
export interface CoalescedWork {
  /** Schedules a run after this delay, unless one is already scheduled. */
  request(afterMs: number): void;
  /** Cancels the scheduled run. */
  end(): void;
}

/**
 * Runs work once for all requests before it starts, and never concurrently: at most one run is active and one is
 * queued, so frequent requests do not accumulate. The work must not reject.
 */
export function coalesce(work: () => Promise<void>): CoalescedWork {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  async function begin(): Promise<void> {
    timer = undefined; // Later requests may concern changes that this run no longer sees.
    await work();
  }
  function enqueue(): void {
    last = last.then(begin);
  }
  return {
    request(afterMs) {
      timer ??= setTimeout(enqueue, afterMs).unref();
    },
    end: () => clearTimeout(timer),
  };
}
