import { useRef, useSyncExternalStore } from 'react';

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
 * Returns the time of the last refresh in Unix epoch milliseconds. In variables of a query, the current time would
 * select other data whenever the component is rendered.
 */
export function useRefreshTime(): number {
  const current = useRevision();
  const last = useRef<{ readonly revision: number; readonly timeMs: number }>(undefined);
  if (last.current?.revision !== current) {
    last.current = { revision: current, timeMs: Date.now() };
  }
  return last.current.timeMs;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
