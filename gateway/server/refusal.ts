import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/log.js';
import { httpStatusOf, maskError } from '../errors/index.js';

/** Makes the body of an error of its text. */
export type ErrorBody = (text: string) => object;

/** The form of errors on paths that belong to no documented service. */
export const neutralErrorBody: ErrorBody = (detail) => ({ detail });

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
  await reply.code(httpStatusOf(shown.extensions.code)).send(errorBody(shown.message));
}
