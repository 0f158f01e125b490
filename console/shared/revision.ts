import { useRef, useSyncExternalStore } from 'react';
import { serverTime } from './server-time.js';

let revision = 0;
const listeners = new Set<() => void>();

/** Runs every query of the page again. */
export function refreshQueries(): void {
  revision += 1;
  for (const listener of listeners) {
    listener();
  }
}

/** Returns the number of refreshes of this page, and re-renders the component when it changes. */
export function useRevision(): number {
  return useSyncExternalStore(subscribe, () => revision);
}

/**
 * Returns the time of the last refresh in Unix epoch milliseconds, by the clock of the server once it is known. In
 * variables of a query, the current time would select other data whenever the component is rendered.
 */
export function useRefreshTime(): number {
  const current = useRevision();
  const key = `${current} ${serverTime(0)}`;
  const last = useRef<{ readonly key: string; readonly timeMs: number }>(undefined);
  if (last.current?.key !== key) {
    last.current = { key, timeMs: serverTime(Date.now()) };
  }
  return last.current.timeMs;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
