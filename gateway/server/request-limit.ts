import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { rateSubject } from '../../platform/rate-subject.js';
import { isLocal } from './addresses.js';
import { RequestRates } from './request-rates.js';
import type { SharedCounts } from './shared-counts.js';

/** Limits the requests per minute of one caller. */
export interface RequestLimit {
  /**
   * Counts a request, and adds the remaining quota to the response headers (draft-ietf-httpapi-ratelimit-headers-10).
   * @returns the error of a request beyond the limit: RATE_LIMITED `{ limit, used, resetsAt (ISO 8601),
   * retryAfterSeconds }`; undefined if it is allowed
   */
  check(exchange: LimitedExchange): DomainError | undefined;
}

export interface LimitedExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** IPv4 or IPv6 address of the client. */
  readonly sourceAddress: string;
}

const windowSeconds = 60;
const logPauseMilliseconds = 60_000;

/**
 * Creates a limit by token, account or client; without credentials, by source address (IPv6: /64 network). Local
 * requests are not counted. Counts are in memory.
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
  if (perMinute === 0) return { check: () => undefined };
  const rates = new RequestRates({ limit: perMinute, windowMilliseconds: windowSeconds * 1000, now });
  options.sharedCounts?.register('requests', rates, { isHeld: false });
  const policy = `"requests";q=${perMinute};w=${windowSeconds}`;
  /** Header of local requests, which are not counted. */
  const wholeAllowance = `"requests";r=${perMinute};t=0`;
  const warn = createWarning(log, now);
  return {
    check({ request, reply, caller, sourceAddress }) {
      if (isLocal(request)) {
        reply.header('ratelimit-policy', policy);
        reply.header('ratelimit', wholeAllowance);
        return undefined;
      }
      const key = limitSubject(caller, sourceAddress);
      const { isTaken, remaining, fullInMilliseconds, retryInMilliseconds } = rates.take(key);
      reply.header('ratelimit-policy', policy);
      reply.header('ratelimit', `"requests";r=${remaining};t=${Math.ceil(fullInMilliseconds / 1000)}`);
      if (isTaken) return undefined;
      warn(key);
      const retryAfterSeconds = Math.max(1, Math.ceil(retryInMilliseconds / 1000));
      reply.header('retry-after', retryAfterSeconds);
      return tooMany({ perMinute, retryAfterSeconds });
    },
  };
}

/** The subject of limits: a token, account or client; without credentials, the source address (IPv6: /64 network). */
export function limitSubject(caller: Caller, sourceAddress: string): string {
  switch (caller.kind) {
    case 'operator':
      return `operator ${caller.credentialId ?? caller.name}`;
    case 'account':
      return `account ${caller.accountId}`;
    case 'mirror-client':
      return `mirror-client ${caller.clientId}`;
    default:
      // An IPv4 address has a single form.
      return sourceAddress.includes(':') ? rateSubject(sourceAddress) : sourceAddress;
  }
}

function tooMany({ perMinute, retryAfterSeconds }: { perMinute: number; retryAfterSeconds: number }): DomainError {
  const message = `Too many requests: at most ${perMinute} per minute. Try again in ${retryAfterSeconds} s.`;
  // Wall clock, because clients compare it with theirs.
  const resetsAt = new Date(Date.now() + retryAfterSeconds * 1000).toISOString();
  return new DomainError('RATE_LIMITED', message, { limit: perMinute, used: perMinute, resetsAt, retryAfterSeconds });
}

/** Logs rejected requests at most once a minute, with their number. */
function createWarning(log: Logger, now: () => number): (caller: string) => void {
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return function warn(caller) {
    refused++;
    if (now() - loggedAt < logPauseMilliseconds) return;
    log.warn({ caller, refused }, 'a caller has reached max_requests_per_minute: further requests are rejected');
    loggedAt = now();
    refused = 0;
  };
}
