import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { rateSubject } from '../../platform/rate-subject.js';
import { isLocal } from './addresses.js';
import { RequestRates } from './request-rates.js';

/** Bounds how many requests one caller sends in a minute. */
export interface RequestLimit {
  /**
   * Counts a request and says in headers of its answer what is left (draft-ietf-httpapi-ratelimit-headers-10).
   * @returns the refusal of a request beyond the limit: RATE_LIMITED `{ limit, used, resetsAt (ISO 8601), retryAfterSeconds }`
   */
  check(exchange: LimitedExchange): DomainError | undefined;
}

export interface LimitedExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** An IPv4 or IPv6 address, as requests are begun with. */
  readonly sourceAddress: string;
}

const windowSeconds = 60;
const logPauseMilliseconds = 60_000;

/**
 * Counts by token, account or client, and by source address (IPv6: by /64) without credentials. Requests of this machine itself are
 * not counted: what is left to them is always all of it. In the memory of this process: several processes count apart.
 * @param options.perMinute 0: there is no limit, and answers have no headers of it
 * @param options.now monotonic, in milliseconds
 */
export function createRequestLimit(options: { perMinute: number; log: Logger; now?: () => number }): RequestLimit {
  const { perMinute, log, now = () => performance.now() } = options;
  if (perMinute === 0) return { check: () => undefined };
  const rates = new RequestRates({ limit: perMinute, windowMilliseconds: windowSeconds * 1000, now });
  const policy = `"requests";q=${perMinute};w=${windowSeconds}`;
  /** Of this machine itself, whose requests are not counted. */
  const wholeAllowance = `"requests";r=${perMinute};t=0`;
  const warn = createWarning(log, now);
  return {
    check({ request, reply, caller, sourceAddress }) {
      if (isLocal(request)) {
        reply.header('ratelimit-policy', policy);
        reply.header('ratelimit', wholeAllowance);
        return undefined;
      }
      const key = keyOf(caller, sourceAddress);
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

/** Whose requests are counted together. */
function keyOf(caller: Caller, sourceAddress: string): string {
  switch (caller.kind) {
    case 'operator':
      return `operator ${caller.credentialId ?? caller.name}`;
    case 'account':
      return `account ${caller.accountId}`;
    case 'mirror-client':
      return `mirror-client ${caller.clientId}`;
    default:
      // An IPv4 address has one form, and most have come in it.
      return sourceAddress.includes(':') ? rateSubject(sourceAddress) : sourceAddress;
  }
}

function tooMany({ perMinute, retryAfterSeconds }: { perMinute: number; retryAfterSeconds: number }): DomainError {
  const message = `Too many requests: at most ${perMinute} per minute. Try again in ${retryAfterSeconds} s.`;
  // By the clock of the wall, which clients compare with theirs.
  const resetsAt = new Date(Date.now() + retryAfterSeconds * 1000).toISOString();
  return new DomainError('RATE_LIMITED', message, { limit: perMinute, used: perMinute, resetsAt, retryAfterSeconds });
}

/** Logs refusals at most once a minute, with how many there were. */
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
