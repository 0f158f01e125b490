/** The types of the documented endpoints of the domain zone feed, and cases that several of them share. */

import type { World } from './world.js';

/** The objects that exist in the working world. */
export interface Facts {
  /** API keys of accounts. */
  readonly keys: {
    readonly enterprise: string;
    readonly trial: string;
    /** A key of an account whose subscription has expired. */
    readonly expired: string;
    /** A key of a trial without remaining queries. */
    readonly exhausted: string;
    /** A key without remaining lookups in this minute. */
    readonly hurried: string;
  };
  readonly approved: Credentials;
  readonly pending: Credentials;
  /** A page of another account's search: pit and after. */
  readonly foreignPage: string;
  /** An address and a username that have reached their limits of registrations and password attempts. */
  readonly busyAddress: string;
  readonly guessedUsername: string;
  /** An approved account whose password a case changes. */
  readonly changing: Credentials;
  /** Mailed tokens. */
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
  /** Address of the client. */
  readonly from?: string;
}

export interface ContractCase {
  readonly id: string;
  readonly status: number;
  readonly world: World;
  request(facts: Facts): ContractRequest;
  /** Properties of the body; for errors, the whole body. */
  readonly body: unknown;
  /** Headers of the response, as strings or patterns. */
  readonly headers?: Readonly<Record<string, string | RegExp>>;
}

export interface DocumentedEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly cases: readonly ContractCase[];
}

export type Request = ContractCase['request'];

const wrongKey = 'zf_live_0000000000000000000000000000000000000';
const unauthorized = { detail: 'Invalid, missing or expired API key' };
export const bearer = { 'www-authenticate': 'Bearer' };
const expired = {
  detail: {
    error: 'subscription_expired',
    message: 'The subscription has expired',
    renew_url: 'https://feed.example/renew',
  },
};
export const huge = { username: 'x'.repeat(70_000) };
/** Patterns of the quota headers of the data endpoints. */
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

/** Statuses of all endpoints. */
export function general(id: string, request: Request): ContractCase[] {
  const failing = (status: number, world: World, detail: string): ContractCase => ({
    ...one(id, status, request, { body: { detail } }),
    world,
  });
  return [
    failing(500, 'broken', 'Internal Server Error'),
    { ...failing(503, 'detached', 'The zone feed is not available at the moment'), headers: { 'retry-after': '5' } },
    failing(504, 'slow', 'The request timed out. Request less data at once, or try again later.'),
  ];
}

/** Statuses of all endpoints that require a key. */
export function apiKeyCases(id: string, path: string): ContractCase[] {
  return [
    one(id, 401, () => ({ path, key: wrongKey }), { body: unauthorized, headers: bearer }),
    one(id, 403, ({ keys }) => ({ path, key: keys.expired }), { body: expired }),
    ...general(id, ({ keys }) => ({ path, key: keys.enterprise })),
  ];
}

/** Messages are for people, so any string is accepted. */
const anyText = { asymmetricMatch: (value: unknown) => typeof value === 'string' };

export function rdapError(code: string, properties: object = {}): object {
  return { detail: { error: code, code, message: anyText, ...properties } };
}

/** The body of a 429 response by a rate limit that applies to every caller. */
export function tooManyRequests({ limit, resetsAt }: { limit: number; resetsAt: string }): object {
  const message = 'Too many requests, try again later';
  return { detail: { message, tier: 'trial', limit, used: limit, resets_at: resetsAt } };
}

export const newAccount = { username: 'a.new-account', email: 'new@example.com', password: 'correct horse battery' };
export const newKey = { name: 'a new key', expires_in_days: 30 };
export const download = '/api/v1/download/com.zone';
