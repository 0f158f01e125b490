import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, sendError } from './refusal.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take any time: the route bounds it itself. */
    streamsBody?: boolean;
  }
}

const tooSlow = 'The request body did not arrive in time';
/** For the answer to leave before the connection is closed. */
const farewellMilliseconds = 1000;

/**
 * Ends requests whose body takes longer than a request may take altogether: a client that sends a byte a second would hold its connection
 * and its buffer. A route whose body may take any time says so by `config: { streamsBody: true }`.
 */
export function limitBodyTime(app: FastifyInstance, options: { seconds: number; errorBody: ErrorBody }): void {
  const milliseconds = options.seconds * 1000;
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request) && !isStreamed(request)) {
      const timer = setTimeout(() => cut(request, reply, options.errorBody), milliseconds);
      const stop = (): void => clearTimeout(timer);
      request.raw.once('end', stop).once('close', stop);
    }
    done();
  });
}

function cut(request: FastifyRequest, reply: FastifyReply, errorBody: ErrorBody): void {
  const { socket } = request.raw;
  if (!reply.sent) {
    void sendError(reply.header('connection', 'close'), 408, errorBody(tooSlow));
    setTimeout(() => socket.destroy(), farewellMilliseconds).unref();
  } else socket.destroy();
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function isStreamed({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.streamsBody === true;
}
