import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../../../../platform/clock.js';
import type { Configuration } from '../../../../platform/configuration/index.js';
import { countOf } from '../../../../platform/count-of.js';
import type { Database } from '../../../../platform/database/index.js';
import type { DomainError } from '../../../../platform/domain-error.js';
import { daySeconds, minuteMs } from '../../../../platform/durations.js';
import { decrypt, encrypt } from '../../../../platform/encryption.js';
import { retryAfterSeconds } from '../../../../platform/network/index.js';
import { acquireFromWindow } from '../../../../platform/rate-windows.js';
import { readBounded } from '../../../../platform/read-bounded.js';
import {
  type AccountRow,
  discardToken,
  maxPauseMs,
  selectAccount,
  storePause,
  storeToken,
} from '../repository/czds-account.js';
import { sourceFailure } from './failure.js';
import { discard, type SourceClient, type SourceResponse } from './http-client.js';

type Settings = Pick<Configuration['zones'], 'czdsUrl' | 'czdsAuthUrl' | 'czdsUsername' | 'czdsPassword'>;

/** Validity of a token in milliseconds, as published by ICANN. */
const tokenLifetimeMs = 24 * 60 * minuteMs;
/**
 * Time before its expiration at which a token is replaced, and interval at which the list of downloads is read again.
 */
const [marginMs, listMs] = [5 * minuteMs, 60 * minuteMs];
/** Pause after 429 without Retry-After: CZDS permits 8 authentications in 5 minutes. */
const defaultPauseSeconds = 300;
/** Maximum number of authentications per day (UTC), so any 24 hours contain at most twice as many. */
const maxAuthenticationsPerDay = 4;
const maxBodyBytes = 4 << 20;

/** Cost of deriving a key: each guess of a password takes 32 MiB and about 100 ms. */
const keyCost = { cost: 1 << 15, blockSize: 8, parallelization: 1, maxmem: 1 << 26 } as const;
const deriveBytes = promisify<string, string, number, typeof keyCost, Buffer>(scrypt);

interface SessionOptions {
  readonly database: Pick<Database, 'guard'>;
  readonly settings: Settings;
  readonly clock: Clock;
}

/**
 * The account of this instance at ICANN's Centralized Zone Data Service, by its REST API. All processes share the
 * token, which is stored encrypted with a key derived from the password, the pause that the service has requested, and
 * the number of authentications (docs/decisions/0114). Pulls of a process share the list of downloads.
 */
export class CzdsSession {
  readonly #database: SessionOptions['database'];
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #account: { readonly authUrl: string; readonly username: string };
  #key: Promise<{ key: Buffer; fingerprint: string }> | undefined;
  #authentication: Promise<string> | undefined;
  #links: { readonly byZone: Promise<ReadonlyMap<string, string>>; readonly readAt: number } | undefined;

  constructor({ database, settings, clock }: SessionOptions) {
    this.#database = database;
    this.#settings = settings;
    this.#now = clock.now;
    this.#account = { authUrl: settings.czdsAuthUrl, username: settings.czdsUsername };
  }

  /**
   * The headers of a request, with the stored token or a new one.
   * @throws {DomainError} UPSTREAM_FAILED during a pause that the service has requested, and if authentication fails
   */
  async headers(client: SourceClient, signal: AbortSignal): Promise<Record<string, string>> {
    const account = await this.#database.guard((sql) => selectAccount(sql, this.#account));
    this.#assertPermitted(account);
    const token = (await this.#tokenOf(account)) ?? (await this.#newToken(client, signal));
    return { authorization: `Bearer ${token}` };
  }

  /** Discards the token in headers that the service has rejected, for example because the token was revoked. */
  async forgetToken({ authorization }: Readonly<Record<string, string>>): Promise<void> {
    const account = await this.#database.guard((sql) => selectAccount(sql, this.#account));
    const token = await this.#tokenOf(account);
    const sealedToken = account?.sealedToken ?? null;
    if (sealedToken === null || authorization !== `Bearer ${token}`) return;
    await this.#database.guard((sql) => discardToken(sql, { ...this.#account, sealedToken }));
  }

  /** The download URLs of the zones that the account may download, by zone; requested at most once an hour. */
  async links(client: SourceClient, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    if (this.#links !== undefined && this.#links.readAt + listMs > this.#now()) return await this.#links.byZone;
    const links = { byZone: this.#readLinks(client, signal), readAt: this.#now() };
    this.#links = links;
    try {
      return await links.byZone;
    } catch (error) {
      if (this.#links === links) this.#links = undefined;
      throw error;
    }
  }

  async #readLinks(client: SourceClient, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const url = `${this.#settings.czdsUrl}/czds/downloads/links`;
    const response = await this.request(client, { method: 'GET', url, signal });
    if (response.statusCode !== 200) throw await this.failure(response, 'the list of downloads');
    return new Map((await readLinks(response)).flatMap((link) => this.#zoneOf(link)));
  }

  /** Sends a request with the token; after a response with status 401, once more with a new token. */
  async request(
    client: SourceClient,
    request: { method: 'GET' | 'HEAD'; url: string; signal: AbortSignal },
  ): Promise<SourceResponse> {
    const headers = await this.headers(client, request.signal);
    const response = await client.send({ ...request, headers });
    if (response.statusCode !== 401) return response;
    discard(response);
    await this.forgetToken(headers);
    return await client.send({ ...request, headers: await this.headers(client, request.signal) });
  }

  /**
   * The error of a response; discards its body. After status 429, stores a pause, during which no process sends
   * requests.
   */
  async failure(response: SourceResponse, subject: string): Promise<DomainError> {
    discard(response);
    const { statusCode, headers } = response;
    const requestedSeconds = retryAfterSeconds(headers['retry-after'], this.#now());
    const seconds = requestedSeconds ?? (statusCode === 429 ? defaultPauseSeconds : null);
    if (statusCode === 429 && seconds !== null) {
      const notBefore = this.#now() + Math.min(Math.ceil(seconds * 1000), maxPauseMs);
      await this.#database.guard((sql) => storePause(sql, { ...this.#account, notBefore }));
    }
    return sourceFailure(
      `CZDS does not provide ${subject}: ${statusDescriptions[statusCode] ?? `status ${statusCode}`}`,
      {
        retryAfterSeconds: seconds,
      },
    );
  }

  #assertPermitted(account: AccountRow | undefined): void {
    const pauseMs = (account?.notBefore ?? 0) - this.#now();
    // A longer pause was recorded while the clock was ahead.
    if (pauseMs > 0 && pauseMs <= 2 * maxPauseMs) {
      const seconds = Math.ceil(pauseMs / 1000);
      const message = `CZDS has received too many requests; the next one is possible in ${countOf(seconds, 'second')}`;
      throw sourceFailure(message, { retryAfterSeconds: seconds });
    }
  }

  /** The stored token; undefined if there is none, it expires soon, or it belongs to another password. */
  async #tokenOf(account: AccountRow | undefined): Promise<string | undefined> {
    const { sealedToken = null, tokenExpiresAt = null } = account ?? {};
    if (sealedToken === null || tokenExpiresAt === null || tokenExpiresAt - marginMs <= this.#now()) return undefined;
    const { key } = await this.#passwordKey();
    try {
      return decrypt(sealedToken, key);
    } catch {
      return undefined;
    }
  }

  /** Authenticates once for all pulls of this process that need a token at the same time. */
  async #newToken(client: SourceClient, signal: AbortSignal): Promise<string> {
    this.#authentication ??= this.#authenticate(client, signal).finally(() => {
      this.#authentication = undefined;
    });
    return await this.#authentication;
  }

  async #authenticate(client: SourceClient, signal: AbortSignal): Promise<string> {
    await this.#countAuthentication();
    const { value, expiresAt } = await this.#requestToken(client, signal);
    const sealedToken = encrypt(value, (await this.#passwordKey()).key);
    const storedToken = { ...this.#account, sealedToken, tokenExpiresAt: expiresAt };
    await this.#database.guard((sql) => storeToken(sql, storedToken));
    return value;
  }

  /**
   * Counts an authentication with the current password; authentications with another password are counted separately.
   * @throws {DomainError} UPSTREAM_FAILED if the limit of the day is reached
   */
  async #countAuthentication(): Promise<void> {
    const { fingerprint } = await this.#passwordKey();
    const { authUrl, username } = this.#account;
    const subject = `${username} ${authUrl} ${fingerprint}`;
    const window = {
      scope: 'zones.czds-authentication',
      subject,
      seconds: daySeconds,
      limit: maxAuthenticationsPerDay,
    };
    const now = this.#now() / 1000;
    const { acquired, resetsAt } = await this.#database.guard((sql) => acquireFromWindow(sql, window, now));
    if (acquired) return;
    const seconds = Math.ceil(resetsAt - now);
    throw sourceFailure(
      `CZDS limits authentications, and ${maxAuthenticationsPerDay} were sent today (UTC); the next one is possible in ${countOf(seconds, 'second')}`,
      { retryAfterSeconds: seconds },
    );
  }

  async #passwordKey(): Promise<{ key: Buffer; fingerprint: string }> {
    const { authUrl, username } = this.#account;
    this.#key ??= deriveBytes(this.#settings.czdsPassword, `rampart czds ${authUrl} ${username}`, 48, keyCost).then(
      (bytes) => ({ key: bytes.subarray(0, 32), fingerprint: bytes.subarray(32).toString('hex') }),
    );
    return await this.#key;
  }

  async #requestToken(client: SourceClient, signal: AbortSignal): Promise<{ value: string; expiresAt: number }> {
    const { czdsAuthUrl, czdsUsername: username, czdsPassword: password } = this.#settings;
    const response = await client.send({
      ...{ method: 'POST', url: `${czdsAuthUrl}/api/authenticate`, signal },
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    if (response.statusCode === 401 || response.statusCode === 404) {
      discard(response);
      throw sourceFailure('CZDS rejected the username or password; correct [zones] czds_username and czds_password');
    }
    if (response.statusCode !== 200) throw await this.failure(response, 'a token');
    const body = await readJson(response);
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, 'accessToken') : undefined;
    if (typeof value !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(value)) {
      throw sourceFailure('the authentication response of CZDS contains no token');
    }
    const now = this.#now();
    return { value, expiresAt: Math.min(expiryOf(value) ?? now + tokenLifetimeMs, now + tokenLifetimeMs) };
  }

  /** The zone and the URL of a link; none if the token must not be sent there. */
  #zoneOf(link: string): [string, string][] {
    const url = URL.canParse(link) ? new URL(link) : undefined;
    const zone = /\/czds\/downloads\/([a-z0-9.-]+)\.zone$/i.exec(url?.pathname ?? '')?.[1]?.toLowerCase();
    return url === undefined || zone === undefined || !this.#isServiceUrl(url) ? [] : [[zone, url.href]];
  }

  /** Whether a URL belongs to the service: on its host, or on another host of its domain over https. */
  #isServiceUrl(url: URL): boolean {
    const base = new URL(this.#settings.czdsUrl);
    if (url.origin === base.origin) return true;
    const domain = base.hostname.slice(base.hostname.indexOf('.'));
    return url.protocol === 'https:' && domain.lastIndexOf('.') > 0 && url.hostname.endsWith(domain);
  }
}

const statusDescriptions: Readonly<Record<number, string>> = {
  400: 'the request is not valid (status 400)',
  401: 'it rejected the token (status 401)',
  403: 'the account has no access; its approval may have expired, or new terms must be accepted (status 403)',
  404: 'it does not exist (status 404)',
  409: 'the account must be completed, or another request is in progress (status 409)',
  428: 'new terms and conditions must be accepted at czds.icann.org (status 428)',
  429: 'too many requests (status 429)',
};

/** Expiration time of a JSON Web Token, in Unix epoch milliseconds; undefined if it has none. */
function expiryOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const expiry: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'exp') : undefined;
    return typeof expiry === 'number' ? expiry * 1000 : undefined;
  } catch {
    return undefined;
  }
}

async function readLinks(response: SourceResponse): Promise<string[]> {
  const links = await readJson(response);
  if (Array.isArray(links) && links.every((link) => typeof link === 'string')) return links;
  throw sourceFailure('CZDS sent a list of downloads that is not an array of URLs');
}

async function readJson(response: SourceResponse): Promise<unknown> {
  const tooLarge = (): Error => sourceFailure(`CZDS sent a response of more than ${maxBodyBytes} bytes`);
  const bytes = await readBounded(response.body, { maxBytes: maxBodyBytes, tooLarge });
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw sourceFailure('CZDS sent a response that is not JSON');
  }
}
