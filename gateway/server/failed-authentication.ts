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

/** Failed attempts of one source in a minute before further ones are refused as too many. */
const failuresPerMinute = 20;
const windowMilliseconds = 60_000;
/** Of a caller at an address, successes are logged no more often. */
const successPauseMilliseconds = 3_600_000;
const maxRemembered = 10_000;

export interface WatchOptions {
  readonly callers: Callers;
  readonly securityEvents: SecurityEvents;
  readonly log: Logger;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

/**
 * Logs that a caller was authenticated at an address, once an hour. Reports failed authentication, and answers RATE_LIMITED
 * `{ retryAfterSeconds }` to failing attempts of a source that fails too often:
 * an IPv4 address or the /64 of an IPv6 address. Credentials are verified first: valid ones are accepted from any source, even
 * from one that others behind the same address have used up. Counted in the memory of this process, which has a fixed size.
 */
export function watchCallers(options: WatchOptions): Callers {
  const { callers, securityEvents, log, now = () => performance.now() } = options;
  const rates = new RequestRates({ limit: failuresPerMinute, windowMilliseconds, now });

  function failed(request: Credentials, error: unknown, keepsFailure: boolean): unknown {
    if (!(error instanceof DomainError) || error.code !== 'UNAUTHENTICATED' || !isRequest(request)) return error;
    const source = rateSubject(sourceAddressOf(request));
    const { isTaken, remaining, retryInMilliseconds } = rates.take(source);
    // Once a minute at most for each source: the first one, and the first beyond the limit are in the log.
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
    authenticate(request, { keepsFailure = false } = {}) {
      try {
        const caller = callers.authenticate(request);
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

/** The kind of credentials, never the credentials. */
function schemeOf({ headers }: Credentials): string {
  return /^(bearer|basic) /i.exec(headers.authorization ?? '')?.[1]?.toLowerCase() ?? 'other';
}
