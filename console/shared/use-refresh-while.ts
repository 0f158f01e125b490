import { useEffect } from 'react';
import { refreshQueries } from './revision.js';
import type { QueryState } from './use-graph-query.js';

/**
 * Refreshes the queries of the page at an interval while the work that a query shows is running, but not after a failed
 * refresh, so an unavailable server does not receive more requests.
 */
export function useRefreshWhile(
  isRunning: boolean,
  { query, intervalMs }: { readonly query: Pick<QueryState<unknown>, 'refreshFailure'>; readonly intervalMs: number },
): void {
  const isOn = isRunning && query.refreshFailure === undefined;
  useEffect(() => {
    if (isOn) {
      const timer = setInterval(refreshQueries, intervalMs);
      return () => clearInterval(timer);
    }
    return undefined;
  }, [isOn, intervalMs]);
}
