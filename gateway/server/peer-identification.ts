import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import type { IdentifyController } from '../authentication/index.js';
import { sourceAddressOf } from './addresses.js';

/** Identifies the clients of a listener, and reports clients that fail to authenticate. */
export function reportedIdentification(
  identify: IdentifyController,
  { log, securityEvents = new SecurityEvents({ log }) }: Pick<Platform, 'log' | 'securityEvents'>,
): (request: FastifyRequest) => Caller {
  function report(source: string, reason: string): void {
    const message = 'a controller failed to authenticate';
    securityEvents.report({ name: 'check_in_not_authenticated', message, facts: { source, reason } });
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
