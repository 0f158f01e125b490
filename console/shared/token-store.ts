/** The key is also read by the REST reference page, which also removes it (reference/start-reference.js). */
const tokenKey = 'rampart.token';
const listeners = new Set<() => void>();

/** The operator token of this browser tab, or null. The browser removes it when the tab is closed. */
export function readToken(): string | null {
  return sessionStorage.getItem(tokenKey);
}

/** Stores a token for this tab; null signs out. */
export function writeToken(token: string | null): void {
  if (token === null) {
    sessionStorage.removeItem(tokenKey);
  } else {
    sessionStorage.setItem(tokenKey, token);
  }
  for (const listener of listeners) {
    listener();
  }
}

/** Signs out and opens the console, which removes all data from the page. */
export function signOut(): void {
  writeToken(null);
  location.assign('/');
}

/**
 * Calls `listener` at every change of the token.
 * @returns a function that unsubscribes
 */
export function subscribeToToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
