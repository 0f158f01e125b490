import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exemptFromRequestTimeout } from './client-errors.js';
import { type ErrorBody, sendError } from './rejection.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route itself limits the time in which a body must arrive, instead of {@link limitBodyTime}. */
    streamsBody?: boolean;
  }

  interface FastifyRequest {
    /** The arrival of the body; undefined if the request has none, or if its route streams it. */
    arrival: Arrival | undefined;
  }
}

/** Time in milliseconds for the response to be sent before the connection is closed. */
const closeDelayMs = 1000;
const sweepMs = 100;

/** A request whose body is arriving. */
interface Arrival {
  /** Undefined as soon as the body has been read; otherwise, the array of all arrivals would retain the request. */
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply } | undefined;
  /** The timer sweep at which the request is ended. */
  readonly lastSweep: number;
}

/** Limits the time in which the body of a request must arrive. */
export interface BodyTimeLimit {
  /** Watches a request that has a body, and ends it if the body does not arrive in time. */
  watch(request: FastifyRequest, reply: FastifyReply): void;
  /** Stops watching a request if its body has arrived. */
  unwatch(arrival: Arrival): void;
}

/**
 * Ends requests whose body has not arrived completely within `seconds`, so slow clients cannot hold connections and
 * buffers. Routes with `config: { streamsBody: true }` are exempt. One timer watches all requests, with a resolution of
 * a tenth of a second: most bodies arrive with their headers, and a timer and listeners for each would cost more.
 */
export function limitBodyTime(app: FastifyInstance, options: { seconds: number; errorBody: ErrorBody }): BodyTimeLimit {
  const lifetimeSweeps = Math.max(1, Math.ceil((options.seconds * 1000) / sweepMs));
  const timeoutBody = options.errorBody(`The request body did not arrive within ${options.seconds} seconds`);
  let arrivals: Arrival[] = [];
  let sweeps = 0;
  let timer: NodeJS.Timeout | undefined;
  app.decorateRequest('arrival', undefined);
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  return {
    watch(request, reply) {
      if (request.routeOptions.config.streamsBody === true) {
        exemptFromRequestTimeout(request.raw);
        return;
      }
      request.arrival = { exchange: { request, reply }, lastSweep: sweeps + lifetimeSweeps + 1 };
      arrivals.push(request.arrival);
      timer ??= setInterval(sweep, sweepMs).unref();
    },
    unwatch(arrival) {
      if (arrival.exchange?.request.raw.complete === true) arrival.exchange = undefined;
    },
  };

  function sweep(): void {
    sweeps++;
    arrivals = arrivals.filter((arrival) => {
      const { exchange, lastSweep } = arrival;
      if (exchange === undefined || exchange.request.raw.complete || exchange.request.raw.destroyed) return false;
      if (sweeps < lastSweep) return true;
      rejectSlow(exchange, timeoutBody);
      return false;
    });
    if (arrivals.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }
}

function rejectSlow(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  body: ReturnType<ErrorBody>,
): void {
  const { socket } = request.raw;
  // A streamed response to a request whose body was not awaited may have started.
  if (!reply.sent && !reply.raw.headersSent) {
    void sendError(reply.header('connection', 'close'), 408, body);
    setTimeout(() => socket.destroy(), closeDelayMs).unref();
  } else socket.destroy();
}
