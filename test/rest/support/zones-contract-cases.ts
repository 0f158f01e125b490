/** The form of the documented endpoints of the domain zone feed, and what several of them have in common. */

import type { World } from './world.js';

/** What exists in the working world. */
export interface Facts {
  /** Keys of accounts. */
  readonly keys: {
    readonly enterprise: string;
    readonly trial: string;
    /** Its subscription has expired. */
    readonly expired: string;
    /** A trial without queries left. */
    readonly exhausted: string;
    /** All lookups of this minute are used up. */
    readonly hurried: string;
  };
  readonly approved: Credentials;
  readonly pending: Credentials;
  /** A page of a search that is somebody else's: pit and after. */
  readonly foreignPage: string;
  /** An address that has registered, and a name that was guessed at, too often. */
  readonly busyAddress: string;
  readonly guessedUsername: string;
  /** An approved account whose password a case changes. */
  readonly changing: Credentials;
  /** Tokens that were mailed. */
  readonly tokens: { readonly reset: string; readonly email: string };
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface ContractRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** The client's address. */
  readonly from?: string;
}

export interface ContractCase {
  readonly id: string;
  readonly status: number;
  readonly world: World;
  request(facts: Facts): ContractRequest;
  /** Properties of the body; of an error, all of it. */
  readonly body: unknown;
  /** Headers that the answer has, by their text or their form. */
  readonly headers?: Readonly<Record<string, string | RegExp>>;
}

export interface DocumentedEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly cases: readonly ContractCase[];
}

export type Request = ContractCase['request'];

export const wrongKey = 'zf_live_0000000000000000000000000000000000000';
export const unauthorized = { detail: 'Invalid, missing or expired API key' };
export const bearer = { 'www-authenticate': 'Bearer' };
export const expired = {
  detail: {
    error: 'subscription_expired',
    message: 'The subscription has expired',
    renew_url: 'https://feed.example/renew',
  },
};
export const huge = { username: 'x'.repeat(70_000) };
/** What the quota headers of the data endpoints look like. */
export const quota = {
  'ratelimit-limit': /^(100|1000|10000)$/,
  'ratelimit-remaining': /^\d+$/,
  'ratelimit-reset': /^[1-9]\d*$/,
};

export function one(
  id: string,
  status: number,
  request: Request,
  rest: Pick<ContractCase, 'body' | 'headers'>,
): ContractCase {
  return { id: `${id}-${status}`, status, world: 'working', request, ...rest };
}

/** Statuses that every endpoint has. */
export function general(id: string, request: Request): ContractCase[] {
  const failing = (status: number, world: World, detail: string): ContractCase => ({
    ...one(id, status, request, { body: { detail } }),
    world,
  });
  return [
    failing(500, 'broken', 'Internal Server Error'),
    failing(503, 'detached', 'The zone feed is not available at the moment'),
    failing(504, 'slow', 'The request timed out. Request less data at once, or try again later.'),
  ];
}

/** Statuses of every endpoint that asks for a key. */
export function withKey(id: string, path: string): ContractCase[] {
  return [
    one(id, 401, () => ({ path, key: wrongKey }), { body: unauthorized, headers: bearer }),
    one(id, 403, ({ keys }) => ({ path, key: keys.expired }), { body: expired }),
    ...general(id, ({ keys }) => ({ path, key: keys.enterprise })),
  ];
}

/** The message is for people: any text will do. */
export const anyText = { asymmetricMatch: (value: unknown) => typeof value === 'string' };

export function rdapError(code: string, more: object = {}): object {
  return { detail: { error: code, code, message: anyText, ...more } };
}

/** The body of a 429 by a rate of requests, which holds for every caller. */
export function tooManyRequests({ limit, resetsAt }: { limit: number; resetsAt: string }): object {
  const message = 'Too many requests, try again later';
  return { detail: { message, tier: 'trial', limit, used: limit, resets_at: resetsAt } };
}

export const newAccount = { username: 'a.new-account', email: 'new@example.com', password: 'correct horse battery' };
export const newKey = { name: 'a new key', expires_in_days: 30 };
export const download = '/api/v1/download/com.zone';
