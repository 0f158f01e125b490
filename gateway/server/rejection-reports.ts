import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { rateSubject } from '../../platform/rate-subject.js';
import type { SecurityEvent, SecurityEvents } from '../../platform/security-events.js';
import type { MaskedError } from '../errors/index.js';
import { forwardedSourceOf, sourceAddressOf, trustedProxyTest } from './addresses.js';

/** Security events of requests that are rejected by their head alone. */
export type HeadRejectionEvent = 'origin_rejected' | 'host_rejected';

/** Reports rejected requests as security events. */
export interface RejectionReports {
  /**
   * Reports a response with these errors, as shown to the caller. Without `caller`, the request was rejected before
   * authentication.
   */
  responded(response: { request: FastifyRequest; caller?: Caller | undefined; errors: readonly MaskedError[] }): void;
  /** Runs an access decision. If it throws because it rejects the caller, reports and rethrows the error. */
  watch<Result>(options: { request: FastifyRequest; caller: Caller }, decide: () => Result): Result;
  /** Reports a body that exceeds the limit of its path. */
  bodyTooLarge(request: FastifyRequest): void;
  notAdmitted(request: IncomingMessage, event: HeadRejectionEvent): void;
}

export interface RejectionReportsOptions {
  readonly securityEvents: Pick<SecurityEvents, 'report'>;
  /** IP addresses and CIDR ranges of the setting `trusted_proxies`. */
  readonly trustedProxies: readonly string[];
}

const limitCodes: ReadonlySet<string> = new Set(['LIMIT_EXCEEDED', 'QUERY_TOO_EXPENSIVE', 'PAYLOAD_TOO_LARGE']);
const headMessages: Readonly<Record<HeadRejectionEvent, string>> = {
  origin_rejected: 'a cross-site request was rejected',
  host_rejected: 'a request with an unknown hostname or several Host headers was rejected',
};
/** Maximum length of a reported hostname, origin or identity; valid hostnames are shorter. */
const maxShownCharacters = 255;

export function createRejectionReports({ securityEvents, trustedProxies }: RejectionReportsOptions): RejectionReports {
  const isTrustedProxy = trustedProxyTest(trustedProxies);

  function reportExceeded(
    request: FastifyRequest,
    { limit, caller }: { limit: string; caller?: Caller | undefined },
  ): void {
    const message = 'a request that exceeds the limits on documents or size was rejected';
    const source = rateSubject(sourceAddressOf(request));
    securityEvents.report({ name: 'limit_exceeded', message, facts: { source, limit }, caller });
  }
  function reportDenied(request: FastifyRequest, { caller, rejection }: { caller: Caller; rejection: string }): void {
    const message = 'an authenticated caller was denied access';
    const source = rateSubject(sourceAddressOf(request));
    securityEvents.report({ name: 'authorisation_denied', message, facts: { source, rejection }, caller });
  }

  return {
    responded({ request, caller, errors }) {
      const limitError = errors.find(({ extensions }) => limitCodes.has(extensions.code));
      if (limitError !== undefined) reportExceeded(request, { limit: limitOf(limitError), caller });
      if (!isKnown(caller)) return;
      const rejection = errors.find(({ extensions: { code, reason } }) => isDenial({ code, reason }));
      if (rejection !== undefined) reportDenied(request, { caller, rejection: rejection.message });
    },
    watch({ request, caller }, decide) {
      try {
        return decide();
      } catch (error) {
        const isDenied = error instanceof DomainError && isDenial({ code: error.code, reason: error.details?.reason });
        if (isDenied && isKnown(caller)) reportDenied(request, { caller, rejection: error.message });
        throw error;
      }
    },
    bodyTooLarge: (request) => reportExceeded(request, { limit: 'body' }),
    notAdmitted(request, name) {
      const { host = '', origin = '' } = request.headers;
      const source = rateSubject(forwardedSourceOf(request, isTrustedProxy));
      const facts = { source, host: host.slice(0, maxShownCharacters), origin: origin.slice(0, maxShownCharacters) };
      securityEvents.report({ name, message: headMessages[name], facts });
    },
  };
}

/**
 * The security event for an identity that a provider has confirmed, but to which no rule grants a role.
 * @param identity `person:PROVIDER:SUBJECT` or `jwt:PROVIDER:SUBJECT`
 */
export function identityWithoutRole(identity: string, facts: SecurityEvent['facts']): SecurityEvent {
  const shown = identity.slice(0, maxShownCharacters);
  const message = 'a person or a machine without a role was denied access';
  return {
    name: 'authorisation_denied',
    message,
    facts: { ...facts, identity: shown },
    objects: [`identity:${shown}`],
  };
}

/** Whether the caller has credentials. Rejected controllers are reported as separate events. */
function isKnown(caller: Caller | undefined): caller is Caller {
  return caller?.kind === 'operator' || caller?.kind === 'account' || caller?.kind === 'mirror-client';
}

/**
 * Whether an error means that the caller lacks a permission. An error with a reason, such as `subscription_expired`,
 * has another cause.
 */
function isDenial({ code, reason }: { code: string; reason: unknown }): boolean {
  return code === 'FORBIDDEN' && reason === undefined;
}

function limitOf({ extensions }: MaskedError): string {
  if (typeof extensions.limit === 'string') return extensions.limit;
  return extensions.code === 'QUERY_TOO_EXPENSIVE'
    ? 'max_cost'
    : extensions.code === 'PAYLOAD_TOO_LARGE'
      ? 'body'
      : 'depth';
}
