import { useSyncExternalStore } from 'react';

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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
