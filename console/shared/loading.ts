let pendingCount = 0;
let startedAtMs = 0;
let endedAtMs = 0;

/** The last period in which queries of this page were pending; times are from `performance.now`. */
export interface Loading {
  readonly isPending: boolean;
  readonly startedAtMs: number;
  /** End of the last completed period. */
  readonly endedAtMs: number;
}

/**
 * Reports that a query is sent.
 * @returns a function to call when the query completes or is cancelled
 */
export function startLoading(): () => void {
  if (pendingCount === 0) {
    startedAtMs = performance.now();
  }
  pendingCount += 1;
  return () => {
    pendingCount -= 1;
    if (pendingCount === 0) {
      endedAtMs = performance.now();
    }
  };
}

export function readLoading(): Loading {
  return { isPending: pendingCount > 0, startedAtMs, endedAtMs };
}
