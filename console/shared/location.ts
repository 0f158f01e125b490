import { useMemo, useSyncExternalStore } from 'react';

/**
 * The page and its state live behind the `#`: the console works at any address it is served from, and what an analyst
 * searches for never reaches a server log.
 */
export interface Location {
  /** Such as `/alerts`. */
  readonly path: string;
  readonly search: URLSearchParams;
}

/** The address that `path` and `search` have. */
export function hrefOf(path: string, search?: URLSearchParams): string {
  const text = search?.toString() ?? '';
  return text === '' ? `#${path}` : `#${path}?${text}`;
}

/** Takes `#/alerts?status=OPEN` apart. */
export function parseHash(hash: string): Location {
  const [path = '', search = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  return { path: path === '' ? '/' : path, search: new URLSearchParams(search) };
}

/** Goes to a page; with `replace` the back button skips the present one. */
export function navigate(href: string, options?: { readonly replace?: boolean }): void {
  if (options?.replace) {
    history.replaceState(null, '', href);
  } else {
    history.pushState(null, '', href);
  }
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The present location; re-renders when it changes. */
export function useLocation(): Location {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseHash(hash), [hash]);
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  addEventListener('popstate', listener);
  return () => {
    removeEventListener('hashchange', listener);
    removeEventListener('popstate', listener);
  };
}
