import { useSyncExternalStore } from 'react';

let revision = 0;
const listeners = new Set<() => void>();

/** Says that something was changed or may have changed: every query on the page asks again. */
export function refreshEverything(): void {
  revision += 1;
  for (const listener of listeners) {
    listener();
  }
}

/** Counts the refreshes of this page. */
export function useRevision(): number {
  return useSyncExternalStore(subscribe, () => revision);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
