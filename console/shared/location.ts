import { useMemo, useSyncExternalStore } from 'react';

/**
 * The page and its state, which are in the fragment of the URL. Therefore, the console works with any path prefix, and
 * server logs contain no search terms.
 */
export interface Location {
  /** Path of the page, such as `/alerts`. */
  readonly path: string;
  readonly search: URLSearchParams;
}

/** Returns the URL fragment with `path` and `search`. */
export function hrefOf(path: string, search?: URLSearchParams | Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(search).toString();
  return text === '' ? `#${path}` : `#${path}?${text}`;
}

/** Returns the URL of the page of a list that begins after a cursor, with its number. Empty `after`: the first page. */
export function hrefOfPage(
  path: string,
  search: URLSearchParams,
  { after, page }: { after: string; page?: number },
): string {
  const next = new URLSearchParams(search);
  next.delete('after');
  next.delete('page');
  if (after !== '') {
    next.set('after', after);
    if (page !== undefined) {
      next.set('page', String(page));
    }
  }
  return hrefOf(path, next);
}

/** The number of the page of a list in a URL; 1 without a cursor, or if it is invalid. */
export function pageNumberOf(search: URLSearchParams): number {
  const number = Number(search.get('page'));
  const hasCursor = Boolean(search.get('after') || search.get('before'));
  return hasCursor && Number.isSafeInteger(number) && number > 0 ? number : 1;
}

/** Parses a fragment such as `#/alerts?status=OPEN`. */
export function parseHash(hash: string): Location {
  const [path = '', search = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  return { path: path === '' ? '/' : path, search: new URLSearchParams(search) };
}

/**
 * Converts a path of the server to a relative URL, because the console can have a path prefix that the server does not
 * know.
 */
export function relativeUrl(path: string): string {
  return path.replace(/^\/+/, '');
}

/** Opens a page. `replace` replaces the current history entry. */
export function navigate(href: string, options?: { readonly replace?: boolean }): void {
  if (options?.replace) {
    history.replaceState(null, '', href);
  } else {
    history.pushState(null, '', href);
  }
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Returns the current location, and re-renders the component when it changes. */
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
