import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { actorOf } from '../../platform/audit/index.js';
import type { Caller, Credentials } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { rateSubject } from '../../platform/rate-subject.js';
import type { SecurityEvents } from '../../platform/security-events.js';
import type { Callers } from '../authentication/index.js';
import { sourceAddressOf } from './addresses.js';
import { RequestRates } from './request-rates.js';
import type { SharedCounts } from './shared-counts.js';

/** Failed attempts of one source per minute after which further failures are rate-limited. */
const failuresPerMinute = 20;
const windowMilliseconds = 60_000;
/** Minimum interval between log lines about successes of a caller at an address. */
const successPauseMilliseconds = 3_600_000;
const maxRemembered = 10_000;

export interface WatchOptions {
  readonly callers: Callers;
  readonly securityEvents: SecurityEvents;
  readonly log: Logger;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly sharedCounts?: SharedCounts | undefined;
}

/**
 * Logs successful authentication of a caller at an address once an hour, and reports failures. Failures of a source (an
 * IPv4 address, or the /64 network of an IPv6 address) beyond the limit are rejected with RATE_LIMITED `{
 * retryAfterSeconds }`. Credentials are verified first, so valid ones are accepted even if other clients at the same
 * address have reached the limit. Counts are in memory and bounded.
 */
export function watchCallers(options: WatchOptions): Callers {
  const { callers, securityEvents, log, now = () => performance.now() } = options;
  const rates = new RequestRates({ limit: failuresPerMinute, windowMilliseconds, now });
  options.sharedCounts?.register('failed authentication', rates, { isHeld: false });

  function failed(request: Credentials, error: unknown, keepsFailure: boolean): unknown {
    if (!(error instanceof DomainError) || error.code !== 'UNAUTHENTICATED' || !isRequest(request)) return error;
    // Sessions end all the time, and their secrets cannot be guessed.
    if (error.details?.reason === 'session_ended') return error;
    const source = rateSubject(sourceAddressOf(request));
    const { isTaken, remaining, retryInMilliseconds } = rates.take(source);
    // Logged once a minute per source: the first failure, and the first beyond the limit.
    const facts = { source, scheme: schemeOf(request) };
    const message = 'credentials were rejected';
    const isLogged = isTaken && remaining === failuresPerMinute - 1;
    securityEvents.report({ name: 'authentication_failed', message, facts, isLogged });
    if (isTaken) return error;
    const retryAfterSeconds = Math.max(1, Math.ceil(retryInMilliseconds / 1000));
    securityEvents.report({ name: 'authentication_throttled', message: throttled, facts, isLogged: false });
    if (keepsFailure) return error;
    return new DomainError('RATE_LIMITED', `${throttled}. Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
  }

  const logged = new LRUCache<string, number>({ max: maxRemembered });
  function succeeded(request: Credentials, caller: Caller): Caller {
    if (caller.kind === 'anonymous' || !isRequest(request)) return caller;
    const source = sourceAddressOf(request);
    const actor = actorOf(caller);
    const key = `${actor.kind} ${actor.id} ${source}`;
    const at = now();
    if (at - (logged.get(key) ?? Number.NEGATIVE_INFINITY) < successPauseMilliseconds) return caller;
    logged.set(key, at);
    log.info({ caller: actor, source, scheme: schemeOf(request) }, 'a caller was authenticated');
    return caller;
  }

  return {
    isInForce: (id) => callers.isInForce(id),
    authenticate(request, options = {}) {
      const { keepsFailure = false } = options;
      try {
        const caller = callers.authenticate(request, options);
        if (!(caller instanceof Promise)) return succeeded(request, caller);
        return caller.then(
          (known) => succeeded(request, known),
          (error: unknown): Caller => {
            throw failed(request, error, keepsFailure);
          },
        );
      } catch (error) {
        throw failed(request, error, keepsFailure);
      }
    },
  };
}

const throttled = 'Too many failed authentication attempts from this address';

function isRequest(request: Credentials): request is FastifyRequest {
  return 'ip' in request && 'socket' in request;
}

/** The authentication scheme, without the credentials. */
function schemeOf({ headers }: Credentials): string {
  if (headers.authorization === undefined) return 'session';
  return /^(bearer|basic) /i.exec(headers.authorization ?? '')?.[1]?.toLowerCase() ?? 'other';
}
