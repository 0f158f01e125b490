import { readLoading } from './loading.js';

/** One change may send several events. */
const batchDelayMs = 150;
/** Between two refreshes: an import sends many events. */
const minIntervalMs = 2_000;
/** The pause after a refresh, as a multiple of the time that its queries took. */
const cooldownFactor = 4;
const pollIntervalMs = 250;

export interface CoalescedRefresh {
  /** Requests a refresh. */
  request(): void;
  /** Cancels a requested refresh. */
  cancel(): void;
}

/**
 * Calls `refresh` once for all requests of a short time, and never while queries are pending: a newer query cancels an
 * older one, and a page that changes all the time would never get a response.
 */
export function createCoalescedRefresh(refresh: () => void): CoalescedRefresh {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRefreshMs = Number.NEGATIVE_INFINITY;

  function refreshWhenDue(): void {
    const { isPending, startedAtMs, endedAtMs } = readLoading();
    const dueAtMs = Math.max(lastRefreshMs + minIntervalMs, endedAtMs + (endedAtMs - startedAtMs) * cooldownFactor);
    const nowMs = performance.now();
    if (isPending || nowMs < dueAtMs) {
      schedule(isPending ? pollIntervalMs : dueAtMs - nowMs);
      return;
    }
    timer = undefined;
    lastRefreshMs = nowMs;
    refresh();
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(refreshWhenDue, delayMs);
  }

  return {
    request() {
      if (timer === undefined) {
        schedule(batchDelayMs);
      }
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
