import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exemptFromRequestTimeout } from './client-errors.js';
import { type ErrorBody, sendError } from './rejection.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route itself limits the time in which a body must arrive, instead of {@link limitBodyTime}. */
    streamsBody?: boolean;
  }
}

/** Time in milliseconds for the response to be sent before the connection is closed. */
const closeDelayMs = 1000;
const sweepMs = 100;

/** A request whose body has not arrived completely, and the timer sweep at which it is ended. */
interface ArrivingRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly lastSweep: number;
}

/** Watches a request that has a body, and ends it if the body does not arrive in time. */
export type WatchBody = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Ends requests whose body has not arrived completely within `seconds`, so slow clients cannot hold connections and
 * buffers. Routes with `config: { streamsBody: true }` are exempt. One timer watches all requests, with a resolution of
 * a tenth of a second: most bodies arrive with their headers, and a timer and listeners for each would cost more.
 */
export function limitBodyTime(app: FastifyInstance, options: { seconds: number; errorBody: ErrorBody }): WatchBody {
  const lifetimeSweeps = Math.max(1, Math.ceil((options.seconds * 1000) / sweepMs));
  const timeoutBody = options.errorBody(`The request body did not arrive within ${options.seconds} seconds`);
  const arrivingRequests = new Set<ArrivingRequest>();
  let sweeps = 0;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  return (request, reply) => {
    if (request.routeOptions.config.streamsBody === true) {
      exemptFromRequestTimeout(request.raw);
      return;
    }
    arrivingRequests.add({ request, reply, lastSweep: sweeps + lifetimeSweeps + 1 });
    timer ??= setInterval(sweep, sweepMs).unref();
  };

  function sweep(): void {
    sweeps++;
    for (const entry of arrivingRequests) {
      const { raw } = entry.request;
      const isLate = sweeps >= entry.lastSweep;
      if (!raw.complete && !raw.destroyed && !isLate) continue;
      arrivingRequests.delete(entry);
      if (!raw.complete && !raw.destroyed) rejectSlow(entry, timeoutBody);
    }
    if (arrivingRequests.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }
}

function rejectSlow({ request, reply }: ArrivingRequest, body: ReturnType<ErrorBody>): void {
  const { socket } = request.raw;
  if (!reply.sent) {
    void sendError(reply.header('connection', 'close'), 408, body);
    setTimeout(() => socket.destroy(), closeDelayMs).unref();
  } else socket.destroy();
}
