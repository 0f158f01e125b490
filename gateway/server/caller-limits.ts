import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../platform/audit/index.js';
import { boundedCache } from '../../platform/bounded-cache.js';
import { anonymous, type Caller, type Credentials } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { rateSubject } from '../../platform/rate-subject.js';
import type { SecurityEvents } from '../../platform/security-events.js';
import type { CallerAuthenticator } from '../authentication/index.js';
import { isLocal, sourceAddressOf } from './addresses.js';
import { RateLimiter } from './rate-limiter.js';
import { identityWithoutRole } from './rejection-reports.js';
import type { SharedCounts } from './shared-counts.js';

/** Limits the number of requests per minute of each caller. */
export interface RequestLimit {
  /**
   * Counts a request, and adds the remaining quota to the response headers (draft-ietf-httpapi-ratelimit-headers-10).
   * @returns the error for a request that exceeds the limit: RATE_LIMITED `{ limit, used, resetsAt (ISO 8601),
   * retryAfterSeconds }`; undefined if the request is allowed
   */
  check(exchange: LimitedExchange): DomainError | undefined;
  /**
   * Rejects a request without credentials before its body is read, if its source has no requests left. Does not count
   * the request. Other requests are checked when their caller is known.
   * @returns the same error as `check`; undefined if the body may be read
   */
  refuseEarly(request: FastifyRequest, reply: FastifyReply): DomainError | undefined;
}

interface LimitedExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** IPv4 or IPv6 address of the client. */
  readonly sourceAddress: string;
}

const windowSeconds = 60;
const logIntervalMs = 60_000;

/**
 * Creates a limit on the requests per minute of each token, account or client or, without credentials, of each source
 * address (IPv6: /64 network). Local requests are not counted. Counts are in memory.
 * @param options.perMinute 0 disables the limit and its headers
 * @param options.now monotonic clock in milliseconds
 */
export function createRequestLimit(options: {
  perMinute: number;
  log: Logger;
  now?: () => number;
  sharedCounts?: SharedCounts | undefined;
}): RequestLimit {
  const { perMinute, log, now = () => performance.now() } = options;
  if (perMinute === 0) return { check: () => undefined, refuseEarly: () => undefined };
  const limiter = new RateLimiter({ limit: perMinute, windowMs: windowSeconds * 1000, now });
  options.sharedCounts?.register('requests', limiter, { isHeld: false });
  const policy = `"requests";q=${perMinute};w=${windowSeconds}`;
  /** `RateLimit` header for local requests, which are not counted. */
  const fullQuota = `"requests";r=${perMinute};t=0`;
  const warn = createWarning(log, now);
  function reject(key: string, reply: FastifyReply, retryInMs: number): DomainError {
    warn(key);
    const retryAfterSeconds = Math.max(1, Math.ceil(retryInMs / 1000));
    reply.header('retry-after', retryAfterSeconds);
    return tooManyRequests({ perMinute, retryAfterSeconds });
  }
  return {
    check({ request, reply, caller, sourceAddress }) {
      if (isLocal(request)) {
        reply.header('ratelimit-policy', policy);
        reply.header('ratelimit', fullQuota);
        return undefined;
      }
      const key = rateLimitKey(caller, sourceAddress);
      const { isAllowed, remaining, fullInMs, retryInMs } = limiter.count(key);
      reply.header('ratelimit-policy', policy);
      reply.header('ratelimit', `"requests";r=${remaining};t=${Math.ceil(fullInMs / 1000)}`);
      return isAllowed ? undefined : reject(key, reply, retryInMs);
    },
    refuseEarly(request, reply) {
      const { authorization, cookie } = request.headers;
      if (authorization !== undefined || cookie !== undefined || isLocal(request)) return undefined;
      const key = rateLimitKey(anonymous, sourceAddressOf(request));
      const retryInMs = limiter.retryInMs(key);
      return retryInMs === 0 ? undefined : reject(key, reply, retryInMs);
    },
  };
}

/**
 * The key by which limits count a caller: its token, account or client or, without credentials, the source address
 * (IPv6: /64 network).
 */
export function rateLimitKey(caller: Caller, sourceAddress: string): string {
  switch (caller.kind) {
    case 'operator':
      return `operator ${caller.credentialId ?? caller.name}`;
    case 'account':
      return `account ${caller.accountId}`;
    case 'mirror-client':
      return `mirror-client ${caller.clientId}`;
    default:
      // Only IPv6 addresses are mapped to their network.
      return sourceAddress.includes(':') ? rateSubject(sourceAddress) : sourceAddress;
  }
}

function tooManyRequests({
  perMinute,
  retryAfterSeconds,
}: {
  perMinute: number;
  retryAfterSeconds: number;
}): DomainError {
  const message = `Too many requests: at most ${perMinute} per minute. Try again in ${retryAfterSeconds} s.`;
  // Wall clock, because clients compare it with theirs.
  const resetsAt = new Date(Date.now() + retryAfterSeconds * 1000).toISOString();
  return new DomainError('RATE_LIMITED', message, { limit: perMinute, used: perMinute, resetsAt, retryAfterSeconds });
}

/** Returns a function that logs rejected requests, at most once a minute, with their number. */
function createWarning(log: Logger, now: () => number): (caller: string) => void {
  let rejected = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return function warn(caller) {
    rejected++;
    if (now() - loggedAt < logIntervalMs) return;
    log.warn({ caller, rejected }, 'a caller has reached max_requests_per_minute: further requests are rejected');
    loggedAt = now();
    rejected = 0;
  };
}

/** Maximum number of failed authentication attempts per source and minute; further failures are rate-limited. */
const failuresPerMinute = 20;
/** Minimum interval in milliseconds between log lines about successes of a caller at an address. */
const successLogIntervalMs = 3_600_000;
const maxRememberedCallers = 10_000;

export interface FailureLimitOptions {
  readonly authenticator: CallerAuthenticator;
  readonly securityEvents: SecurityEvents;
  readonly log: Logger;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly sharedCounts?: SharedCounts | undefined;
}

/**
 * Wraps the authentication of callers: logs successes of a caller at an address at most once an hour, and reports
 * failures. If a source (an IPv4 address, or the /64 network of an IPv6 address) exceeds the limit of failures, further
 * failures result in RATE_LIMITED `{ retryAfterSeconds }`, except the failures of open streams, because such streams
 * must end. Credentials are verified first, so valid ones are accepted even if other clients at the same address have
 * reached the limit. Counts are in memory and bounded.
 */
export function limitFailures(options: FailureLimitOptions): CallerAuthenticator {
  const { authenticator } = options;
  const reportFailure = createFailureLimit(options);
  const reportSuccess = createSuccessLog(options);
  return {
    isActive: (id) => authenticator.isActive(id),
    authenticate(request, options = {}) {
      const { isRecheck = false, preservesError = isRecheck } = options;
      try {
        const caller = authenticator.authenticate(request, options);
        if (!(caller instanceof Promise)) return reportSuccess(request, caller);
        return caller.then(
          (caller) => reportSuccess(request, caller),
          (error: unknown): Caller => {
            throw reportFailure(request, error, preservesError);
          },
        );
      } catch (error) {
        throw reportFailure(request, error, preservesError);
      }
    },
  };
}

/**
 * Returns a function that reports a failed authentication, and returns the error for the client: RATE_LIMITED if the
 * source exceeds its limit.
 */
function createFailureLimit({ securityEvents, sharedCounts, now = monotonicNow }: FailureLimitOptions) {
  const limiter = new RateLimiter({ limit: failuresPerMinute, windowMs: windowSeconds * 1000, now });
  sharedCounts?.register('failed authentication', limiter, { isHeld: false });
  return (request: Credentials, error: unknown, preservesError: boolean): unknown => {
    if (!(error instanceof DomainError) || !isRequest(request)) return error;
    const { reason, identity } = error.details ?? {};
    const isWithoutRole = reason === 'no_role';
    if (error.code !== 'UNAUTHENTICATED' && !isWithoutRole) return error;
    // Sessions end all the time, and their secrets cannot be guessed.
    if (reason === 'session_ended') return error;
    const source = rateSubject(sourceAddressOf(request));
    const { isAllowed, remaining, retryInMs } = limiter.count(source);
    // Only a failure of a source with its full quota is logged; all failures are counted and audited.
    const facts = { source, scheme: schemeOf(request) };
    const isLogged = isAllowed && remaining === failuresPerMinute - 1;
    securityEvents.report({
      isLogged,
      ...(isWithoutRole
        ? identityWithoutRole(String(identity), facts)
        : { name: 'authentication_failed', message: 'credentials were rejected', facts }),
    });
    if (isAllowed) return error;
    const retryAfterSeconds = Math.max(1, Math.ceil(retryInMs / 1000));
    securityEvents.report({ name: 'authentication_throttled', message: tooManyFailures, facts, isLogged: false });
    if (preservesError) return error;
    return new DomainError('RATE_LIMITED', `${tooManyFailures}. Try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    });
  };
}

/** Returns a function that logs a caller at an address at most once an hour. */
function createSuccessLog({ log, now = monotonicNow }: FailureLimitOptions) {
  const logged = boundedCache<string, number>(maxRememberedCallers);
  return (request: Credentials, caller: Caller): Caller => {
    if (caller.kind === 'anonymous' || !isRequest(request)) return caller;
    const source = sourceAddressOf(request);
    const key = `${rateLimitKey(caller, source)} ${source}`;
    const at = now();
    if (at - (logged.get(key) ?? Number.NEGATIVE_INFINITY) < successLogIntervalMs) return caller;
    logged.set(key, at);
    log.info({ caller: actorOf(caller), source, scheme: schemeOf(request) }, 'a caller was authenticated');
    return caller;
  };
}

const monotonicNow = (): number => performance.now();

const tooManyFailures = 'Too many failed authentication attempts from this IPv4 address or IPv6 /64 network';

function isRequest(request: Credentials): request is FastifyRequest {
  return 'ip' in request && 'socket' in request;
}

/** The authentication scheme, without the credentials. */
function schemeOf({ headers }: Credentials): string {
  if (headers.authorization === undefined) return 'session';
  return /^(bearer|basic) /i.exec(headers.authorization ?? '')?.[1]?.toLowerCase() ?? 'other';
}
