import { readLoading } from './loading.js';

/** What one change tells in several events is shown at once. All in milliseconds. */
const gathering = 150;
/** Between two refreshes: an import tells of itself in many events. */
const shortestInterval = 2_000;
/** A page whose queries take long rests so many times as long before it asks again. */
const restAfterLoading = 4;
const betweenLooks = 250;

export interface GatheredRefresh {
  /** Says that what the page shows has changed. */
  ask(): void;
  /** Forgets what was asked for. */
  cancel(): void;
}

/**
 * Calls `refresh` some time after it was asked for, but never while queries are under way: a newer question cancels an older one, and
 * a page that changes all the time would never have an answer.
 */
export function createGatheredRefresh(refresh: () => void): GatheredRefresh {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;

  function fire(): void {
    const { isUnderWay, began, ended } = readLoading();
    const due = Math.max(last + shortestInterval, ended + (ended - began) * restAfterLoading);
    const now = performance.now();
    if (isUnderWay || now < due) {
      arm(isUnderWay ? betweenLooks : due - now);
      return;
    }
    timer = undefined;
    last = now;
    refresh();
  }

  function arm(milliseconds: number): void {
    timer = setTimeout(fire, milliseconds);
  }

  return {
    ask() {
      if (timer === undefined) {
        arm(gathering);
      }
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
