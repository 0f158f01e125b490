import { useEffect } from 'react';
import { refreshQueries } from './revision.js';

/** Refreshes the queries of the page at an interval while work is running. */
export function useRefreshWhile(isRunning: boolean, intervalMs: number): void {
  useEffect(() => {
    if (isRunning) {
      const timer = setInterval(refreshQueries, intervalMs);
      return () => clearInterval(timer);
    }
    return undefined;
  }, [isRunning, intervalMs]);
}
