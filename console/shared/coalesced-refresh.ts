import { everyMinute } from './every-minute.js';
import { readLoading } from './loading.js';
import { refreshQueries } from './revision.js';

/** Delay before a refresh, because one change can cause several events. */
const batchDelayMs = 150;
/** Minimum time between two refreshes, because an import causes many events. */
const minIntervalMs = 2_000;
/** Minimum pause after the queries of the page, as a multiple of their duration. */
const cooldownFactor = 4;
const pollIntervalMs = 250;

export interface CoalescedRefresh {
  /** Requests a refresh. */
  request(): void;
  /** Cancels a requested refresh. */
  cancel(): void;
}

/**
 * Calls `refresh` once for all requests within a short time, and never while queries are pending: a newer query cancels
 * an older one, so a page with continuous changes would never get a response.
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

/**
 * Refreshes the page on request, and every minute if `isDue`, until the refreshes are cancelled: ages, the time that is
 * left until a target, and filters such as "last hour" change without an event.
 */
export function startPageRefreshes(isDue = () => true): CoalescedRefresh {
  const refresh = createCoalescedRefresh(refreshQueries);
  const stopMinutes = everyMinute(() => {
    if (isDue()) refresh.request();
  });
  return {
    ...refresh,
    cancel() {
      stopMinutes();
      refresh.cancel();
    },
  };
}
