/** The key is also read by the REST reference page, which also removes it (reference/start-reference.js). */
const tokenKey = 'rampart.token';
const listeners = new Set<() => void>();

/** The operator token of this browser tab, or null. It is gone when the tab is closed. */
export function readToken(): string | null {
  return sessionStorage.getItem(tokenKey);
}

/** Keeps a token for this tab; null signs out. */
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

/** Signs out and leaves for the console: what the page has shown is gone with it. */
export function signOut(): void {
  writeToken(null);
  location.assign('/');
}

/** Calls `listener` at every change of the token; returns what ends that. */
export function subscribeToToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
