import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import { parseJson } from '../../platform/parse-json.js';

/**
 * A sign-in that a browser has started. It is stored only in a cookie of the browser, so unfinished sign-ins occupy no
 * space on the server. The values that the provider sees are derived from the secret: `state` and `nonce` bind
 * the provider's response to this browser, and the code verifier (RFC 7636) binds the authorization code.
 */
export interface SignInTransaction {
  readonly provider: string;
  /** Path of this server to which the browser returns after the sign-in. */
  readonly returnTo: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** base64url of the SHA-256 of `codeVerifier`. */
  readonly codeChallenge: string;
}

export const transactionCookieName = 'rampart-sign-in';
export const transactionMaxAgeSeconds = 600;
const maxCookieLength = 4096;
const secretPattern = /^[\w-]{43}$/;

/** Starts a sign-in. @returns the transaction, and the value of its cookie */
export function beginTransaction(options: {
  readonly provider: string;
  readonly returnTo: string;
  readonly clock: Clock;
}): { readonly transaction: SignInTransaction; readonly cookie: string } {
  const { provider, returnTo, clock } = options;
  const secret = randomBytes(32).toString('base64url');
  const encodedState = Buffer.from(JSON.stringify([provider, returnTo, clock.now()])).toString('base64url');
  return { transaction: deriveTransaction(secret, { provider, returnTo }), cookie: `${secret}.${encodedState}` };
}

/** Reads the transaction from a cookie; undefined if the cookie is malformed or too old. */
export function readTransaction(cookie: string | undefined, clock: Clock): SignInTransaction | undefined {
  const [secret = '', encodedState = ''] = (cookie ?? '').split('.');
  if (cookie === undefined || cookie.length > maxCookieLength || !secretPattern.test(secret)) return undefined;
  const state = parseJson(Buffer.from(encodedState, 'base64url').toString('utf8'));
  const [provider, returnTo, startedAt]: unknown[] = Array.isArray(state) ? state : [];
  if (typeof provider !== 'string' || typeof returnTo !== 'string' || typeof startedAt !== 'number') return undefined;
  const age = clock.now() - startedAt;
  const isRecent = age < transactionMaxAgeSeconds * 1000 && age > -60_000;
  return isRecent ? deriveTransaction(secret, { provider, returnTo: toLocalPath(returnTo) }) : undefined;
}

function deriveTransaction(
  secret: string,
  fields: Pick<SignInTransaction, 'provider' | 'returnTo'>,
): SignInTransaction {
  const derive = (purpose: string): string => createHmac('sha256', secret).update(purpose).digest('base64url');
  const codeVerifier = derive('code verifier');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  return { ...fields, state: derive('state'), nonce: derive('nonce'), codeVerifier, codeChallenge };
}

const maxPathLength = 2000;
/** Base for parsing paths; a URL with another origin is not a path of this server. */
const placeholderOrigin = 'https://rampart.invalid';

/** Returns the path with its query and fragment if it is a path of this server, otherwise `/`. */
export function toLocalPath(path: unknown): string {
  if (typeof path !== 'string' || path.length > maxPathLength || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path)) return '/';
  if (path.includes('\\') || !URL.canParse(path, placeholderOrigin)) return '/';
  const url = new URL(path, placeholderOrigin);
  return url.origin === placeholderOrigin ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/';
}
