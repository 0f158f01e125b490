import type { Configuration } from '../../../../platform/configuration/index.js';
import type { DomainError } from '../../../../platform/domain-error.js';
import { retryAfterSeconds } from '../../../../platform/network/index.js';
import { sourceFailure } from './failure.js';
import { discard, type SourceClient, type SourceResponse } from './http-client.js';

type Settings = Pick<Configuration['zones'], 'czdsUrl' | 'czdsAuthUrl' | 'czdsUsername' | 'czdsPassword'>;

const minute = 60_000;
/** Validity of a token, as ICANN publishes it. */
const tokenMs = 24 * 60 * minute;
/** A token is replaced this long before it expires, and the list of downloads is read again this often. */
const [marginMs, listMs] = [5 * minute, 60 * minute];
/** Pause after 429 without Retry-After: CZDS permits 8 authentications in 5 minutes. */
const defaultPauseSeconds = 300;
const maxBodyBytes = 4 << 20;

/**
 * The account of this instance at ICANN's Centralized Zone Data Service, by its REST API. Pulls share the token, the
 * list of downloads, and the pause that the service has requested.
 */
export class CzdsSession {
  readonly #settings: Settings;
  readonly #now: () => number;
  #token: { readonly value: string; readonly expiresAt: number } | undefined;
  #links: { readonly byZone: ReadonlyMap<string, string>; readonly readAt: number } | undefined;
  #notBefore = 0;

  constructor(settings: Settings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /**
   * @throws {DomainError} UPSTREAM_FAILED during a pause that the service has requested, and if authentication fails
   */
  async headers(client: SourceClient, signal: AbortSignal): Promise<Record<string, string>> {
    this.#assertPermitted();
    const now = this.#now();
    if (this.#token === undefined || this.#token.expiresAt - marginMs <= now) {
      this.#token = await this.#authenticate(client, signal);
    }
    return { authorization: `Bearer ${this.#token.value}` };
  }

  /** Discards a token that the service has rejected: it may have been revoked before its time. */
  forgetToken(): void {
    this.#token = undefined;
  }

  /** URLs of the zones that the account may download. */
  async links(client: SourceClient, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    if (this.#links !== undefined && this.#links.readAt + listMs > this.#now()) return this.#links.byZone;
    const url = `${this.#settings.czdsUrl}/czds/downloads/links`;
    const response = await this.request(client, { method: 'GET', url, signal });
    if (response.statusCode !== 200) throw this.failure(response, 'the list of downloads');
    const byZone = new Map((await readLinks(response)).flatMap((link) => this.#zoneOf(link)));
    this.#links = { byZone, readAt: this.#now() };
    return byZone;
  }

  /** Sends a request with the token; with a new one after 401. */
  async request(
    client: SourceClient,
    sent: { method: 'GET' | 'HEAD'; url: string; signal: AbortSignal },
  ): Promise<SourceResponse> {
    const response = await client.send({ ...sent, headers: await this.headers(client, sent.signal) });
    if (response.statusCode !== 401) return response;
    discard(response);
    this.forgetToken();
    return await client.send({ ...sent, headers: await this.headers(client, sent.signal) });
  }

  /** The error of a response; the body is not read. After 429, no request is sent for a while. */
  failure(response: SourceResponse, what: string): DomainError {
    discard(response);
    const { statusCode, headers } = response;
    const asked = retryAfterSeconds(headers['retry-after'], this.#now());
    const seconds = asked ?? (statusCode === 429 ? defaultPauseSeconds : null);
    if (statusCode === 429 && seconds !== null) this.#notBefore = this.#now() + seconds * 1000;
    return sourceFailure(`CZDS does not provide ${what}: ${meanings[statusCode] ?? `status ${statusCode}`}`, {
      retryAfterSeconds: seconds,
    });
  }

  #assertPermitted(): void {
    const seconds = Math.ceil((this.#notBefore - this.#now()) / 1000);
    if (seconds > 0) {
      throw sourceFailure(`CZDS requests a pause of ${seconds} more seconds`, { retryAfterSeconds: seconds });
    }
  }

  async #authenticate(client: SourceClient, signal: AbortSignal): Promise<{ value: string; expiresAt: number }> {
    const { czdsAuthUrl, czdsUsername: username, czdsPassword: password } = this.#settings;
    const response = await client.send({
      ...{ method: 'POST', url: `${czdsAuthUrl}/api/authenticate`, signal },
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    if (response.statusCode === 401 || response.statusCode === 404) {
      discard(response);
      throw sourceFailure('CZDS rejects the username or password; correct [zones] czds_username and czds_password');
    }
    if (response.statusCode !== 200) throw this.failure(response, 'a token');
    const answer = await readJson(response);
    const value = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'accessToken') : undefined;
    if (typeof value !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(value)) {
      throw sourceFailure('CZDS authenticates without a token');
    }
    const now = this.#now();
    return { value, expiresAt: Math.min(expiryOf(value) ?? now + tokenMs, now + tokenMs) };
  }

  /** The zone of a link, unless the token must not be sent there. */
  #zoneOf(link: string): [string, string][] {
    const url = URL.canParse(link) ? new URL(link) : undefined;
    const zone = /\/czds\/downloads\/([a-z0-9.-]+)\.zone$/i.exec(url?.pathname ?? '')?.[1]?.toLowerCase();
    return url === undefined || zone === undefined || !this.#isOwn(url) ? [] : [[zone, url.href]];
  }

  /** Whether a URL belongs to the service: on its host, or on another host of its domain over https. */
  #isOwn(url: URL): boolean {
    const base = new URL(this.#settings.czdsUrl);
    if (url.origin === base.origin) return true;
    const domain = base.hostname.slice(base.hostname.indexOf('.'));
    return url.protocol === 'https:' && domain.lastIndexOf('.') > 0 && url.hostname.endsWith(domain);
  }
}

const meanings: Readonly<Record<number, string>> = {
  400: 'the request is not valid (status 400)',
  401: 'it rejects the token (status 401)',
  403: 'the account has no access; its approval may have expired, or new terms must be accepted (status 403)',
  404: 'there is none (status 404)',
  409: 'the account must be completed, or another request is in progress (status 409)',
  428: 'new terms and conditions must be accepted at czds.icann.org (status 428)',
  429: 'too many requests (status 429)',
};

/** Expiry of a JSON Web Token, in Unix epoch milliseconds; undefined if it has none. */
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
  throw sourceFailure('CZDS sends a list of downloads that is not an array of URLs');
}

async function readJson(response: SourceResponse): Promise<unknown> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response.body as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBodyBytes) throw sourceFailure('CZDS sends a response that is too large');
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    throw sourceFailure('CZDS sends a response that is not JSON');
  }
}
