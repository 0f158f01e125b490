import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exemptFromRequestTimeout } from './client-errors.js';
import { type ErrorBody, sendError } from './refusal.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route limits the time of its body itself. */
    streamsBody?: boolean;
  }
}

const tooSlow = 'The request body did not arrive in time';
/** Time for the response to be sent before the connection is closed. */
const closeDelayMilliseconds = 1000;
const sweepMilliseconds = 100;

/** A request whose body has not arrived, with the first sweep after its time. */
interface Arriving {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly lastSweep: number;
}

/**
 * Ends requests whose body arrives more slowly than the request timeout, so slow clients cannot hold connections and
 * buffers. Routes with `config: { streamsBody: true }` are exempt. One timer watches all requests, with a resolution of
 * a tenth of a second: most bodies arrive with their headers, and a timer and listeners for each would cost more.
 */
export function limitBodyTime(app: FastifyInstance, options: { seconds: number; errorBody: ErrorBody }): void {
  const lifetime = Math.max(1, Math.ceil((options.seconds * 1000) / sweepMilliseconds));
  const arriving = new Set<Arriving>();
  let sweeps = 0;
  const timer = setInterval(() => {
    sweeps++;
    for (const entry of arriving) {
      const { raw } = entry.request;
      if (raw.complete || raw.destroyed) arriving.delete(entry);
      else if (sweeps >= entry.lastSweep) {
        arriving.delete(entry);
        cut(entry, options.errorBody);
      }
    }
  }, sweepMilliseconds);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      if (isStreamed(request)) exemptFromRequestTimeout(request.raw);
      else arriving.add({ request, reply, lastSweep: sweeps + lifetime + 1 });
    }
    done();
  });
}

function cut({ request, reply }: Arriving, errorBody: ErrorBody): void {
  const { socket } = request.raw;
  if (!reply.sent) {
    void sendError(reply.header('connection', 'close'), 408, errorBody(tooSlow));
    setTimeout(() => socket.destroy(), closeDelayMilliseconds).unref();
  } else socket.destroy();
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function isStreamed({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.streamsBody === true;
}
