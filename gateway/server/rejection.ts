import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/log.js';
import { bearerChallenge, httpStatusOf, maskError, retryAfterOf } from '../errors/index.js';

/** Creates the body of an error response from its message. */
export type ErrorBody = (message: string) => object;

/** The error format of paths that belong to no documented service. */
export const neutralErrorBody: ErrorBody = (detail) => ({ detail });

/**
 * Sends an error as JSON without a charset, like all documented services: JSON is always UTF-8 (RFC 8259, section 8.1).
 */
export function sendError(reply: FastifyReply, status: number, body: object): FastifyReply {
  // A custom serializer prevents the framework from changing the body and content type.
  const passThrough = (text: unknown): string => text as string;
  const json = reply.code(status).header('content-type', 'application/json');
  return json.serializer(passThrough).send(JSON.stringify(body));
}

/** Sets the header `Retry-After` if an error with these extensions can be retried later. */
export function setRetryAfter(reply: FastifyReply, extensions: Parameters<typeof retryAfterOf>[0]): void {
  const retryAfter = retryAfterOf(extensions);
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
}

/** Sends a masked error in an error format, by default that of paths that belong to no documented service. */
export async function sendRejection(options: {
  request: FastifyRequest;
  reply: FastifyReply;
  error: unknown;
  log: Logger;
  errorBody?: ErrorBody;
}): Promise<void> {
  const { request, reply, errorBody = neutralErrorBody } = options;
  const maskedError = maskError(options.error, { log: options.log, requestId: request.id });
  const challenge = bearerChallenge(maskedError.extensions);
  if (challenge !== undefined) void reply.header('www-authenticate', challenge);
  setRetryAfter(reply, maskedError.extensions);
  await sendError(reply, httpStatusOf(maskedError.extensions.code), errorBody(maskedError.message));
}
