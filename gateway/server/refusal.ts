import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { httpStatusOf, maskError } from '../errors/index.js';

/** Makes the body of an error of its text. */
export type ErrorBody = (text: string) => object;

/** The form of errors on paths that belong to no documented service. */
export const neutralErrorBody: ErrorBody = (detail) => ({ detail });

/** Answers an error as JSON without a charset, as all documented services do: JSON is UTF-8 (RFC 8259, section 8.1). */
export function sendError(reply: FastifyReply, status: number, body: object): FastifyReply {
  // With a serializer of its own the framework leaves text and content type as they are.
  const asItIs = (text: unknown): string => text as string;
  const json = reply.code(status).header('content-type', 'application/json');
  return json.serializer(asItIs).send(JSON.stringify(body));
}

/** Says in a header when to try again, where the error says so. */
export function setRetryAfter(reply: FastifyReply, error: unknown): void {
  if (!(error instanceof DomainError) || typeof error.details?.retryAfterSeconds !== 'number') return;
  void reply.header('retry-after', error.details.retryAfterSeconds);
}

/** Answers an error, masked, where no adapter has words of its own for it. */
export async function sendRefusal(options: {
  request: FastifyRequest;
  reply: FastifyReply;
  error: unknown;
  log: Logger;
  errorBody?: ErrorBody;
}): Promise<void> {
  const { request, reply, errorBody = neutralErrorBody } = options;
  const shown = maskError(options.error, { log: options.log, requestId: request.id });
  if (shown.extensions.code === 'UNAUTHENTICATED') void reply.header('www-authenticate', 'Bearer realm="rampart"');
  setRetryAfter(reply, options.error);
  await sendError(reply, httpStatusOf(shown.extensions.code), errorBody(shown.message));
}
