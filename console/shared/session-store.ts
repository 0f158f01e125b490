import { useSyncExternalStore } from 'react';
import { refreshQueries } from './revision.js';

/** The signed-in person, as `/session` returns it. */
export interface Session {
  readonly id: string;
  /** The id of the person; absent if unknown, because the server is of an earlier version. */
  readonly viewerId?: string | undefined;
  readonly name: string;
  readonly roles: readonly string[];
  /** Tenants that the person can access; null: all tenants. */
  readonly tenants: readonly string[] | null;
}

/** An identity provider through which people can sign in, as an alternative to a token. */
export interface SignInProvider {
  readonly title: string;
  readonly path: string;
}

/** `loading`: not known yet. `ended`: expired, or ended by an administrator; the page keeps typed values. */
export type SessionState =
  | { readonly status: 'loading' | 'anonymous' }
  | { readonly status: 'open' | 'ended'; readonly session: Session };

/** Headers of requests with the session cookie. The server requires this header, because other sites cannot send it. */
export const sessionHeaders = { 'x-rampart-session': '1' } as const;

declare global {
  /** The response for the session, which the script in `index.html` requests while the console is loading. */
  var earlySession: Promise<Response> | undefined;
}

let state: SessionState = { status: 'loading' };
let providers: readonly SignInProvider[] = [];
const listeners = new Set<() => void>();
/** Channel to the other tabs of this browser, which share the session. */
let otherTabs: BroadcastChannel | undefined;

interface FollowOptions {
  /** Called after a sign-out in another tab. */
  readonly onSignedOut?: () => void;
}

/** Reads the session, and observes changes by other tabs. */
export function followSession({ onSignedOut }: FollowOptions = {}): void {
  otherTabs = new BroadcastChannel('rampart.session');
  otherTabs.addEventListener('message', ({ data }) => {
    if (data === 'signed-out') {
      discardSession();
      onSignedOut?.();
    }
    void loadSession();
  });
  // A hidden tab may have missed the end of the session, or a new one.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && 'session' in state) {
      void loadSession();
    }
  });
  void loadSession(globalThis.earlySession);
}

/** Returns the session of this browser, and re-renders the component when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

/**
 * Identifies the person whose data a page may show; undefined until known. If it changes, queries run again and discard
 * earlier data. It does not change if the same person signs in again after the session has ended.
 */
export function useIdentity(): string | undefined {
  return useSyncExternalStore(subscribe, () => identityOf(state));
}

/** The identity providers in the latest response with status 401; empty before the first such response. */
export function useProviders(): readonly SignInProvider[] {
  return useSyncExternalStore(subscribe, () => providers);
}

/** Time between two attempts to read the session while the server or its database is unavailable. */
const retryMs = 5000;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads the session from the server. Ignores a response that was requested before the state changed. If the session is
 * not known because the server is unavailable, reads it again later: the cookie of the browser can still be valid.
 */
async function loadSession(requested = request('GET')): Promise<void> {
  clearTimeout(retryTimer);
  const before = state;
  const response = await requested.catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  if (state !== before) {
    return;
  }
  if (response?.status === 401) {
    providers = (body as { providers?: readonly SignInProvider[] } | undefined)?.providers ?? [];
  }
  if (response?.ok && body !== undefined) {
    const isNewPage = state.status === 'loading';
    // The page may have been opened by an identity provider: other tabs with an ended session read the new one.
    open(body as Session); // The response has the documented format.
    if (isNewPage) {
      otherTabs?.postMessage('changed');
    }
  } else if (response?.status === 401 && 'session' in state) {
    setState({ status: 'ended', session: state.session });
  } else if (!('session' in state)) {
    setState({ status: 'anonymous' });
  }
  if (state.status !== 'open' && isUnavailable(response)) {
    retryTimer = setTimeout(() => void loadSession(), retryMs);
  }
}

/** Whether the server, its database or the network failed, so the session is unknown. */
function isUnavailable(response: Response | undefined): boolean {
  // A response that was cut off has the status 200.
  return response === undefined || response.ok || response.status === 429 || response.status >= 500;
}

/**
 * Signs in with an operator token. The browser stores the session in a cookie that scripts cannot read.
 * @returns the reason for a rejection; undefined after success
 */
export async function signIn(token: string): Promise<string | undefined> {
  const response = await request('POST', { token }).catch(() => undefined);
  if (response === undefined) {
    return 'No response from the server.';
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    return (body as { detail?: string } | undefined)?.detail ?? `The server responded with status ${response.status}.`;
  }
  open(body as Session); // The documented response.
  otherTabs?.postMessage('changed');
  return undefined;
}

/**
 * Ends the session; all tabs discard their data.
 * @returns `leaving` if the browser signs out at the identity provider too; `failed` if the session is still open
 */
export async function signOut(): Promise<'done' | 'leaving' | 'failed'> {
  const response = await request('DELETE').catch(() => undefined);
  if (!response?.ok) {
    return 'failed';
  }
  otherTabs?.postMessage('signed-out');
  const body: unknown = await response.json().catch(() => undefined);
  const url = (body as { signOutUrl?: string } | undefined)?.signOutUrl;
  discardSession();
  if (url !== undefined) {
    location.assign(url);
    return 'leaving';
  }
  // Reads the identity providers.
  await loadSession();
  return 'done';
}

/** Removes the drafts of this tab, and treats the person as signed out. */
function discardSession(): void {
  sessionStorage.clear();
  setState({ status: 'anonymous' });
}

/**
 * Verifies that an open session has not ended. Called after the server has rejected a request.
 */
export function verifySession(): void {
  if (state.status === 'open') {
    void loadSession();
  }
}

function open(described: Session): void {
  const session = withKnownPerson(described);
  const hadEnded = state.status === 'ended';
  const previous = identityOf(state);
  const isSameSession = 'session' in state && state.session.id === session.id;
  if (state.status === 'open' && isSameSession && identityOf({ status: 'open', session }) === previous) {
    return;
  }
  setState({ status: 'open', session });
  // A change of the identity already repeats every query.
  if (hadEnded && identityOf(state) === previous) {
    refreshQueries();
  }
}

/**
 * Keeps the identity if the session or the one before has no id of the person, and their other properties are equal:
 * the servers behind a load balancer can have different versions.
 */
function withKnownPerson(session: Session): Session {
  if (!('session' in state) || (session.viewerId && state.session.viewerId)) {
    return session;
  }
  const known = { ...session, viewerId: state.session.viewerId };
  return identityOf({ status: 'open', session: known }) === identityOf(state) ? known : session;
}

function setState(next: SessionState): void {
  state = next;
  for (const listener of listeners) {
    listener();
  }
}

function identityOf(current: SessionState): string | undefined {
  if (current.status === 'loading') {
    return undefined;
  }
  if (!('session' in current)) {
    return '';
  }
  const { viewerId, name, roles, tenants } = current.session;
  return JSON.stringify([viewerId, name, roles, tenants]);
}

function request(method: string, body?: object): Promise<Response> {
  const json = body && { 'content-type': 'application/json' };
  return fetch('session', {
    method,
    headers: { ...sessionHeaders, ...json },
    ...(body && { body: JSON.stringify(body) }),
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
