import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayServices, rateLimitKey, sourceAddressOf } from '../../gateway/index.js';
import type { Caller } from '../../platform/caller.js';
import type { Logger } from '../../platform/log.js';
import type { StreamRequest } from '../../platform/record-streams.js';
import type { Failure } from '../dialect.js';
import { failureResponse } from '../error-response.js';
import { type RestResponse, send } from '../response.js';
import { ResponseStream } from './response-stream.js';
import type { StreamSlots } from './stream-slots.js';
import { watchStream } from './watch-stream.js';

export interface StreamRouteOptions {
  readonly services: GatewayServices;
  readonly log: Logger;
  /** Limits the concurrent streams of the route, because each stream occupies connections of the database. */
  readonly slots: StreamSlots;
  authorize(stream: StreamRequest): void;
  /** Creates the response to an error before the first part, in the dialect of the service. */
  readonly respond: (failure: Failure) => RestResponse;
  /** Returns the headers of the response. */
  readonly headersOf: (request: FastifyRequest) => Readonly<Record<string, string>>;
  /** Returns an error response that depends only on the head of the request; undefined if it is accepted. */
  readonly rejectionOf?: (request: FastifyRequest) => RestResponse | undefined;
  run(opened: {
    readonly request: FastifyRequest;
    readonly stream: StreamRequest;
    readonly response: ResponseStream;
  }): Promise<void>;
}

/**
 * Time in milliseconds in which the rest of a rejected body can arrive before the connection is closed; closing it
 * earlier can lose the response.
 */
const drainMs = 1000;

/** Handles requests with a streamed body or response: authentication, limits and errors. */
export function streamHandler(options: StreamRouteOptions) {
  const { services, slots } = options;
  return async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    let caller: Caller | undefined;
    const headers = options.headersOf(request);
    const requiresMinRate = minRateRule(request, slots);
    const response = new ResponseStream({ reply, headers, timeoutSeconds: services.timeoutSeconds, requiresMinRate });
    try {
      caller = await services.authenticator.authenticate(request);
      const sourceAddress = sourceAddressOf(request);
      const limited = services.requestLimit.check({ request, reply, caller, sourceAddress });
      if (limited !== undefined) throw limited;
      const stream = { caller, via: 'rest', sourceAddress, signal: response.signal, requestId: request.id } as const;
      options.authorize(stream);
      const rejection = options.rejectionOf?.(request);
      if (rejection !== undefined) return await reject({ request, reply, rejection });
      const leave = slots.enter(rateLimitKey(caller, sourceAddress));
      if (typeof leave !== 'function') return await reject({ request, reply, rejection: leave });
      const unwatch = watchStream({ ...options, request, stream, onEnd: (reason) => response.interrupt(reason) });
      try {
        await options.run({ request, stream, response });
        if (!request.raw.complete) closeAfter(reply);
        // The slot remains occupied until the client has read the response, because the process buffers part of it.
        await response.end();
      } finally {
        unwatch();
        leave();
      }
      return reply;
    } catch (error) {
      return await fail({ request, reply, caller, response, error, options });
    }
  };
}

/**
 * Returns a function that returns whether clients must transfer at the minimum rate. Exports always must, because they
 * hold a snapshot of the database. Imports may wait for their next lines for as long as no import was refused since the
 * previous call.
 */
function minRateRule({ method }: FastifyRequest, slots: StreamSlots): () => boolean {
  let { refusals } = slots;
  return () => {
    const wasRefused = slots.refusals !== refusals;
    refusals = slots.refusals;
    return method === 'GET' || wasRefused;
  };
}

async function fail(failed: {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller | undefined;
  response: ResponseStream;
  error: unknown;
  options: StreamRouteOptions;
}): Promise<FastifyReply> {
  const { request, reply, caller, response, error, options } = failed;
  if (response.signal.aborted) return reply;
  const rejection = failureResponse([error], { ...options, request, caller });
  if (!response.hasStarted) return await reject({ request, reply, rejection });
  response.destroy();
  return reply;
}

/**
 * Closes the connection of a request whose body is still incomplete after the response was sent, so the rest of the
 * body is not read.
 */
function closeAfter({ raw: response, request: { raw: request } }: FastifyReply): void {
  // The finished response no longer refers to its socket.
  const { socket } = request;
  response.once('finish', async () => {
    await delay(drainMs, undefined, { ref: false });
    if (!request.complete) socket.destroy();
  });
}

async function reject(rejected: {
  request: FastifyRequest;
  reply: FastifyReply;
  rejection: RestResponse;
}): Promise<FastifyReply> {
  const { request, reply, rejection } = rejected;
  if (!request.raw.readableEnded && request.method !== 'GET') {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    request.raw.once('end', resolve).once('close', resolve).resume();
    await Promise.race([ended, delay(drainMs, undefined, { ref: false })]);
    void reply.header('connection', 'close');
  }
  return send(reply, rejection);
}
