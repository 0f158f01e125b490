import type { FastifyRequest } from 'fastify';
import {
  bearerChallenge,
  type GatewayServices,
  isBearerError,
  type MaskedError,
  maskErrors,
  retryAfterOf,
} from '../gateway/index.js';
import type { Caller } from '../platform/caller.js';
import { type DomainErrorCode, domainErrorCodes } from '../platform/domain-error.js';
import type { Logger } from '../platform/log.js';
import type { Failure, ParsedRequest } from './dialect.js';
import type { Headers, RestResponse } from './response.js';

/** A response with a JSON body. */
export function jsonResponse(status: number, body: object, headers?: Headers): RestResponse {
  return { status, body: JSON.stringify(body), ...(headers && { headers }) };
}

/**
 * A response `{"detail": ...}`, the error format of several services: a string, or an object with documented fields.
 */
export function detailResponse(
  status: number,
  detail: string | Readonly<Record<string, unknown>>,
  headers?: Headers,
): RestResponse {
  return jsonResponse(status, { detail }, headers);
}

/** The result of parsing a request to which the dialect itself responds, without executing the operation. */
export function rejectedRequest(rejection: RestResponse): ParsedRequest {
  return { variables: {}, rejection };
}

/**
 * The response to a failed request, with the headers that all services have. The first error determines the response;
 * unknown errors are logged.
 */
export function failureResponse(
  errors: readonly unknown[],
  options: {
    readonly request: FastifyRequest;
    readonly caller: Caller | undefined;
    readonly log: Logger;
    readonly services: Pick<GatewayServices, 'rejections'>;
    /** The response of the service to an error that may be shown to clients, without `Retry-After`. */
    respond(failure: Failure): RestResponse;
  },
): RestResponse {
  const { request, caller, log, services, respond } = options;
  const maskedErrors = maskErrors(errors, { log, requestId: request.id });
  services.rejections.responded({ request, caller, errors: maskedErrors });
  const [first] = maskedErrors;
  const details: MaskedError['extensions'] = first?.extensions ?? { code: 'INTERNAL_SERVER_ERROR' };
  const response = respond({ code: codeOf(details.code), message: first?.message ?? '', details });
  const challenge = isBearerError(details) ? bearerChallenge(details) : undefined;
  const retryAfter = retryAfterOf(details);
  if (challenge === undefined && retryAfter === undefined) return response;
  return {
    ...response,
    headers: {
      ...response.headers,
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    },
  };
}

const knownCodes: ReadonlySet<string> = new Set(domainErrorCodes);

/**
 * The domain error code of a failure. Codes of the gateway itself do not occur for prepared operations, so they are
 * treated as internal errors.
 */
export function codeOf(code: string): Failure['code'] {
  return knownCodes.has(code) ? (code as DomainErrorCode) : 'INTERNAL_SERVER_ERROR';
}
