import { useEffect } from 'react';
import { readLoading } from './loading.js';
import { refreshQueries } from './revision.js';
import type { QueryState } from './use-graph-query.js';

/**
 * Refreshes the queries of the page at an interval while the work that a query shows is running, but not after a failed
 * refresh, so an unavailable server does not receive more requests. While queries are pending, nothing is refreshed: a
 * newer query cancels an older one, so a page whose responses take longer than the interval would never get one.
 */
export function useRefreshWhile(
  isRunning: boolean,
  { query, intervalMs }: { readonly query: Pick<QueryState<unknown>, 'refreshFailure'>; readonly intervalMs: number },
): void {
  const isOn = isRunning && query.refreshFailure === undefined;
  useEffect(() => {
    if (isOn) {
      const timer = setInterval(() => readLoading().isPending || refreshQueries(), intervalMs);
      return () => clearInterval(timer);
    }
    return undefined;
  }, [isOn, intervalMs]);
}
