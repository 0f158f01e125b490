import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { rateSubject } from '../../platform/rate-subject.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import type { IdentifyController } from '../authentication/index.js';
import { BoundedCache } from '../bounded-cache.js';
import { sourceAddressOf } from './source-address.js';

/** A source that is refused again and again is logged no more often than this, and counted each time. */
const loggedAgainMilliseconds = 60_000;
const maxSources = 1000;

/** Identifies clients, and reports each that does not prove who it is. */
export function reportedIdentification(
  identify: IdentifyController,
  { log, securityEvents = new SecurityEvents({ log }) }: Pick<Platform, 'log' | 'securityEvents'>,
): (request: FastifyRequest) => Caller {
  const logged = new BoundedCache<number>({ entries: maxSources });

  function report(source: string, reason: string): void {
    const key = `${rateSubject(source)} ${reason}`;
    const now = performance.now();
    const isLogged = now - (logged.get(key) ?? Number.NEGATIVE_INFINITY) >= loggedAgainMilliseconds;
    if (isLogged) logged.set(key, now);
    const message = 'a controller did not prove who it is, and was refused';
    securityEvents.report({ name: 'check_in_not_authenticated', message, facts: { source, reason }, isLogged });
  }

  return function identifyAndReport(request) {
    try {
      return identify(request.raw);
    } catch (error) {
      if (error instanceof DomainError) report(sourceAddressOf(request), String(error.details?.reason));
      throw error;
    }
  };
}
