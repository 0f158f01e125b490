import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import type { Clock } from '../../../../platform/clock.js';
import { DomainError } from '../../../../platform/domain-error.js';
import {
  describeFailure,
  ForbiddenAddressError,
  guardedConnector,
  type Resolve,
  removeBrackets,
  resolveBySystem,
  retryAfterSeconds,
} from '../../../../platform/network/index.js';
import { tracedCall } from '../../../../platform/telemetry/index.js';
import type { Sleep } from '../../dependencies.js';
import { backoffSeconds, isDownloadAddress } from '../../network.js';
import { type ApplicationQuota, createApplicationQuota, Pauses } from './pacing.js';

/** Maximum number of attempts to send a request if the server fails or cannot be reached. */
const maxFailures = 5;
/** Maximum number of times that one request is deferred by `Retry-After`. */
const maxDeferrals = 30;
/**
 * Maximum `Retry-After` that a request waits for, in seconds. With a longer one, the request fails and a later job
 * retries.
 */
const maxWaitSeconds = 120;
/**
 * Maximum number of seconds for which a `Retry-After` pauses all sites of an application. The throttled site itself
 * pauses longer if requested.
 */
const maxSharedPauseSeconds = 3600;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** URL whose response redirected to `url`, which must then be an allowed download target of that server. */
  readonly redirectedBy?: URL;
}

export type HttpResponse = Dispatcher.ResponseData;

/** Counts of throttled and retried requests, for the metrics of a sync. */
export interface RequestMetrics {
  throttled: number;
  retries: number;
}

/**
 * Sends requests to other servers, honoring the `Retry-After` and `RateLimit` headers of each resource and retrying
 * failures. Redirects are not followed.
 */
export interface HttpClient {
  readonly metrics: RequestMetrics;
  /**
   * Sends a request; returns a response with any status except 429 and 5xx, which are retried.
   * @throws {DomainError} UPSTREAM_FAILED with the reason `forbidden_address`, without retries, for an address that is
   * not allowed
   * @throws {DomainError} UPSTREAM_FAILED or UPSTREAM_TIMEOUT, with `retryAfterSeconds` if the server sent a long
   * `Retry-After`
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export function createHttpClient(options: {
  clock: Clock;
  sleep: Sleep;
  random: () => number;
  resolve?: Resolve;
  maxAttempts?: number;
  /** The `User-Agent` of all requests. */
  userAgent?: string;
  /** Quota that is shared with other clients of the application; default: a quota of this client alone. */
  quota?: ApplicationQuota;
}): HttpClient {
  const { clock, sleep, random, resolve = resolveBySystem, maxAttempts = maxFailures } = options;
  const { quota = createApplicationQuota() } = options;
  const commonHeaders: Readonly<Record<string, string>> =
    options.userAgent === undefined ? {} : { 'user-agent': options.userAgent };
  const agents = createAgents(resolve);
  const metrics: RequestMetrics = { throttled: 0, retries: 0 };
  const throttle = createThrottle({ clock, sleep, quota });

  async function attempt(httpRequest: HttpRequest): Promise<HttpResponse | Error> {
    const { method, url, headers, body, signal, redirectedBy } = httpRequest;
    const dispatcher = agents.for(redirectedBy);
    try {
      // A redirection to another server may contain a token in its path.
      return await tracedCall({ method, url, showsPath: redirectedBy === undefined }, () =>
        request(url, { method, headers: { ...headers, ...commonHeaders }, body: body ?? null, signal, dispatcher }),
      );
    } catch (error) {
      if (signal?.aborted === true) throw error;
      if (error instanceof ForbiddenAddressError) throw rejectionError(url, error);
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async function send(request: HttpRequest): Promise<HttpResponse> {
    let failures = 0;
    for (let deferrals = 0; ; ) {
      await throttle.wait(request);
      const response = await attempt(request);
      if (!(response instanceof Error)) {
        quota.pacing.recordQuota(request.url, response.headers, clock.now());
        if (response.statusCode < 500 && response.statusCode !== 429) return response;
        const waitSeconds = await retryAfterOf(response, clock);
        if (waitSeconds !== null && ++deferrals <= maxDeferrals) {
          metrics.throttled++;
          throttle.defer(request, response.statusCode, waitSeconds);
          continue;
        }
      }
      failures++;
      if (failures >= maxAttempts) throw unreachable(request.url, response);
      metrics.retries++;
      await sleep(backoffSeconds({ failures, firstSeconds: 1, maxSeconds: 30, random: random() }), request.signal);
    }
  }

  return { metrics, send, close: agents.close };
}

/** Delays requests according to the pacing of the application and the pauses that servers have requested. */
function createThrottle({ clock, sleep, quota }: { clock: Clock; sleep: Sleep; quota: ApplicationQuota }) {
  /**
   * Pauses requested by `Retry-After` in responses with status 503. They concern only this client, because 503 reports
   * overload of the service, not a limit of the application.
   */
  const pauses = new Pauses();
  return {
    async wait({ method, url, signal }: HttpRequest): Promise<void> {
      const milliseconds = quota.pacing.delay({ method, url }, clock.now());
      if (milliseconds > 0) await sleep(milliseconds / 1000, signal);
      // A response with `Retry-After` defers all requests to its resource.
      for (let turn = 0; turn < maxDeferrals; turn++) {
        const now = clock.now();
        const seconds = Math.max(pauses.remaining(url, now), quota.pauses.remaining(url, now)) / 1000;
        if (seconds === 0) return;
        assertShortPause(url, seconds);
        await sleep(seconds, signal);
      }
    },
    defer({ url }: HttpRequest, status: number, seconds: number): void {
      if (status === 429) quota.pauses.add(url, Math.min(seconds, maxSharedPauseSeconds), clock.now());
      assertShortPause(url, seconds);
      if (status !== 429) pauses.add(url, seconds, clock.now());
    },
  };
}

/**
 * The `Retry-After` of a response with status 429 or 503, in seconds; null if absent, and for other statuses. Discards
 * the body.
 */
async function retryAfterOf(response: HttpResponse, clock: Clock): Promise<number | null> {
  await discard(response);
  const isThrottled = response.statusCode === 429 || response.statusCode === 503;
  return isThrottled ? retryAfterSeconds(response.headers['retry-after'], clock.now()) : null;
}

/**
 * Ensures that a requested pause is short enough to wait for.
 * @throws {DomainError} UPSTREAM_FAILED, with `retryAfterSeconds`, if it is not; a later job retries
 */
function assertShortPause(url: URL, seconds: number): void {
  if (seconds <= maxWaitSeconds) return;
  throw new DomainError(
    'UPSTREAM_FAILED',
    `${url.host} accepts no requests for ${Math.ceil(seconds)} seconds (Retry-After)`,
    {
      reason: 'throttled',
      retryAfterSeconds: Math.ceil(seconds),
    },
  );
}

/** Discards the body of a response, so the connection can be reused. An interrupted body is not an error. */
export async function discard(response: HttpResponse): Promise<void> {
  await response.body.dump({ limit: 65_536 }).catch(() => undefined);
}

function rejectionError(url: URL, cause: Error): DomainError {
  const text = `A download was redirected to ${url.host}, whose address is not public`;
  return new DomainError('UPSTREAM_FAILED', text, { reason: 'forbidden_address' }, { cause });
}

function unreachable(url: URL, response: HttpResponse | Error): DomainError {
  if (!(response instanceof Error)) {
    return new DomainError('UPSTREAM_FAILED', `${url.host} returned ${response.statusCode}`, {
      reason: response.statusCode === 429 ? 'throttled' : 'unavailable',
      status: response.statusCode,
    });
  }
  const code = 'code' in response && typeof response.code === 'string' ? response.code : response.name;
  const timedOut = /TIMEOUT/.test(code);
  return new DomainError(
    timedOut ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED',
    `${url.host} cannot be reached: ${describeFailure(response)}`,
    { reason: 'unreachable' },
    { cause: response },
  );
}

const idleTimeoutMs = 60_000;
const connectTimeoutMs = 10_000;
const limits = { connections: 32, headersTimeout: idleTimeoutMs, bodyTimeout: idleTimeoutMs };

/** Connection pools for the configured servers, and for the servers to which they redirect. */
export interface Agents {
  /**
   * The agent for a request. `redirectedBy`: URL that redirected to the target; undefined if the target is a configured
   * server.
   */
  for(redirectedBy: URL | undefined): Agent;
  close(): Promise<void>;
}

function createAgents(resolve: Resolve): Agents {
  const agent = new Agent(limits);
  /** The agents for redirected requests, by the host that sent the redirect. */
  const guarded = new Map<string, Agent>();

  function guardedAgentFor(hostname: string): Agent {
    const existing = guarded.get(hostname);
    if (existing !== undefined) return existing;
    const guard = {
      resolve,
      isAllowed: async (address: string) =>
        isDownloadAddress(address, []) || isDownloadAddress(address, await addressesOf(hostname, resolve)),
    };
    const connect = guardedConnector(guard, (lookup) => buildConnector({ lookup, timeout: connectTimeoutMs }));
    const created = new Agent({ ...limits, connect });
    guarded.set(hostname, created);
    return created;
  }

  return {
    for: (redirectedBy) => (redirectedBy === undefined ? agent : guardedAgentFor(redirectedBy.hostname)),
    async close() {
      await Promise.all([agent, ...guarded.values()].map((agent) => agent.close()));
    },
  };
}

/** The IP addresses of a host; empty if it cannot be resolved. */
async function addressesOf(hostname: string, resolve: Resolve): Promise<string[]> {
  const literal = removeBrackets(hostname);
  if (isIP(literal) !== 0) return [literal];
  return (await resolve(hostname).catch(() => [])).map(({ address }) => address);
}
