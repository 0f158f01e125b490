import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/subgraph.js';
import { trustedProxyTest } from './addresses.js';
import { hasBody } from './admission.js';
import { type BodyLimits, limitBodyMemory } from './body-budget.js';
import { type BodyTimeLimit, limitBodyTime } from './body-time.js';
import { handleClientErrors } from './client-errors.js';
import { createConnectionLimit } from './connection-limit.js';
import { type ListenAddress, listenFailure } from './listen-failure.js';
import {
  closeConnectionsAfterResponses,
  closeConnectionsWhenIdle,
  createListener,
  type ListenerOptions,
  maxHeaderBytes,
  stopAccepting,
  stopListening,
} from './listener.js';
import type { Metrics } from './metrics.js';
import { type ErrorBody, sendError, sendRejection } from './rejection.js';
import { traceRequests } from './request-spans.js';
import { securityHeadersOf } from './security-headers.js';
import type { SharedCounts } from './shared-counts.js';
import { endStalledResponses } from './stalled-responses.js';

export interface AppOptions
  extends Pick<Platform, 'configuration' | 'log' | 'telemetry'>,
    Omit<ListenerOptions, 'connections' | 'headers'> {
  readonly metrics: Metrics;
  /** Maximum number of concurrent connections per source address; default: `[server] max_connections_per_source`. */
  readonly maxConnectionsPerSource?: number;
  readonly sharedCounts?: SharedCounts | undefined;
  /** Limits of the memory of request bodies; absent if all clients are processes of the same installation. */
  readonly bodyLimits?: BodyLimits;
}

/** A listener with its routes, before it starts to listen. */
export interface App {
  readonly app: FastifyInstance;
  readonly unknownPaths: UnknownPaths;
}

/**
 * Creates a listener with the common parts: limits, request ids, response headers, metrics, error responses, and
 * responses for unknown paths.
 */
export function createApp(options: AppOptions): App {
  const { log, errorBody, sharedCounts } = options;
  const { server: settings, graphql } = options.configuration;
  const { trustedProxies } = settings;
  const isTrustedProxy = trustedProxyTest(trustedProxies);
  const { maxConnectionsPerSource: maximum = settings.maxConnectionsPerSource } = options;
  const connections = createConnectionLimit({ maximum, isTrustedProxy, log, sharedCounts });
  const headers = securityHeadersOf({ isReachedByHttps: isServedOverHttps(options) });
  const app = Fastify({
    // The framework's logger is not used: a logger and a line per request would cost more than the request.
    logger: false,
    trustProxy: trustedProxies.length === 0 ? false : isTrustedProxy,
    genReqId: requestIds(),
    // Clients that sent a request before they were informed of the shutdown still receive a response.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: rejectSchemas, buildSerializer: rejectSchemas } },
    // Services validate path parameters; the router must not reject long or badly encoded ones.
    routerOptions: { maxParamLength: maxHeaderBytes },
    rewriteUrl: (request) => repairRequestTarget(request.url ?? '/'),
    clientErrorHandler: handleClientErrors({ errorBody, headers }),
    serverFactory: (handler) => createListener(handler, { ...options, headers, connections }),
  });
  endStalledResponses(app.server, graphql);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  observeRequests(app, options);
  if (options.telemetry !== undefined) traceRequests(app, options.telemetry);
  watchBodies(app, limitBodyTime(app, { seconds: graphql.timeoutSeconds, errorBody }));
  if (options.bodyLimits !== undefined) limitBodyMemory(app, options.bodyLimits);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) await sendError(reply, status, errorBody(error.message));
    else await sendRejection({ request, reply, error, log, errorBody });
  });
  return { app, unknownPaths: handleUnknownPaths(app, errorBody) };
}

/**
 * Replaces the schema compilers of the framework, which are a hundred modules. No route has a schema, so it is never
 * called.
 */
function rejectSchemas(): never {
  throw new Error('Routes must not have schemas: services validate requests and write responses');
}

/** A listener that accepts connections. */
export interface Listening {
  /** URL of the listener, without a trailing slash. */
  readonly url: string;
  /** Waits for requests in progress, then closes all connections. */
  close(): Promise<void>;
}

/** A listener that can announce its shutdown. */
export interface OpenListener extends Listening {
  /** Instructs clients to close their connections (`Connection: close`), but still responds to requests. */
  drain(): void;
  /** Accepts no more connections. Resolves when all connections are closed, or after 10 seconds. */
  retire(): Promise<void>;
}

/**
 * Starts to listen on the address.
 * @throws {Error} if the app cannot listen; the message contains the reason and the setting to change, and the app is
 * closed
 */
export async function listen(app: FastifyInstance, at: ListenAddress): Promise<OpenListener> {
  const { host, port } = at;
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw new Error(listenFailure(error, at), { cause: error });
  }
  return {
    url: urlOf(app, host),
    drain: () => closeConnectionsAfterResponses(app.server),
    retire: () => stopAccepting(app.server),
    async close() {
      await stopListening(app.server);
      const stop = closeConnectionsWhenIdle(app.server);
      await app.close();
      stop();
    },
  };
}

function watchBodies(app: FastifyInstance, limit: BodyTimeLimit): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) limit.watch(request, reply);
    done();
  });
  // Runs after the body has been parsed.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.arrival !== undefined) limit.unwatch(request.arrival);
    done();
  });
}

function isServedOverHttps({ certificate, configuration }: AppOptions): boolean {
  return certificate !== undefined || configuration.server.publicUrl.startsWith('https:');
}

/** The status of requests whose connection closed before the response was complete, as in nginx. */
const closedStatus = 499;

function observeRequests(app: FastifyInstance, { log, metrics }: Pick<AppOptions, 'log' | 'metrics'>): void {
  const logsRequests = log.isLevelEnabled('debug');
  function observe(request: FastifyRequest, reply: FastifyReply, startedAt: number): void {
    const { raw } = reply;
    // A stream that took over the response has its own metrics.
    if (reply.sent && !raw.writableEnded) return;
    const status = raw.writableFinished ? reply.statusCode : closedStatus;
    const ms = performance.now() - startedAt;
    if (logsRequests) logRequest(log, request, { status, ms });
    const { method, routeOptions } = request;
    metrics.requestDuration.observe({ method, route: routeOptions.url ?? 'unknown', status }, ms / 1000);
  }
  // Fastify does not call `onResponse` if the client disconnects before the end of the response. Without such a hook,
  // it does not measure the elapsed time of replies.
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    reply.raw.once('close', () => observe(request, reply, startedAt));
    done();
  });
}

/**
 * Logs one line per request at debug level. It contains the route instead of the URL, because paths and queries may
 * contain secrets.
 */
function logRequest(
  log: Platform['log'],
  { id, method, routeOptions }: FastifyRequest,
  { status, ms }: { status: number; ms: number },
): void {
  log.debug({ requestId: id, method, route: routeOptions.url, status, ms }, 'request');
}

/**
 * Returns a generator of request ids that are unique across processes, listeners and restarts. An id costs one counter
 * increment.
 */
function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

function urlOf({ server }: FastifyInstance, host: string): string {
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Responds to a request without a route, in the error format of an adapter. Returns false if the path does not belong
 * to the adapter.
 */
export type UnknownPathHandler = (request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]) => boolean;

export interface UnknownPaths {
  /** Adds a handler. Handlers are called in the order of addition. */
  add(handler: UnknownPathHandler): void;
}

interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/**
 * Responds to unknown paths with 404, and other methods of known paths with 405 and `Allow`. Adapters can respond in
 * their own error format. Must be called before routes are registered.
 */
function handleUnknownPaths(app: FastifyInstance, errorBody: ErrorBody): UnknownPaths {
  const routes: KnownRoute[] = [];
  const handlers: UnknownPathHandler[] = [];
  app.addHook('onRoute', (route) => {
    routes.push({ segments: route.url.split('/'), methods: [route.method].flat() });
  });
  function respond(request: FastifyRequest, reply: FastifyReply): void {
    const segments = (request.url.split('?')[0] ?? '').split('/');
    const methods = routes.filter((route) => matchesRoute(route, segments)).flatMap((route) => route.methods);
    // If the route of this method itself reported 404, there are no other methods to offer.
    const allowed = methods.includes(request.method) ? [] : [...new Set(methods)].sort();
    if (handlers.some((handler) => handler(request, reply, allowed))) return;
    if (allowed.length === 0) void sendError(reply, 404, errorBody('Not Found'));
    else void sendError(reply.header('allow', allowed.join(', ')), 405, errorBody('Method Not Allowed'));
  }
  // Runs before the body is parsed, so the response does not depend on the type of the body.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) respond(request, reply);
    else done();
  });
  // Routes can also report 404.
  app.setNotFoundHandler(respond);
  return { add: (handler) => void handlers.push(handler) };
}

function matchesRoute(route: KnownRoute, segments: readonly string[]): boolean {
  const open = route.segments.at(-1) === '*';
  if (open ? segments.length < route.segments.length : segments.length !== route.segments.length) return false;
  return route.segments.every(
    (segment, index) => segment === '*' || segment.startsWith(':') || segment === segments[index],
  );
}

const percentEncodedPattern = /(?:%[0-9A-Fa-f]{2})+/g;
const strayPercentPattern = /%(?![0-9A-Fa-f]{2})/g;

/**
 * Repairs a request target for the router: escapes stray percent signs, and replaces invalid UTF-8 with U+FFFD. The
 * router would reject such a request without using the error format of the requested service.
 */
export function repairRequestTarget(target: string): string {
  if (!target.includes('%')) return target;
  const question = target.indexOf('?');
  const path = question === -1 ? target : target.slice(0, question);
  const repaired = path.replace(strayPercentPattern, '%25').replace(percentEncodedPattern, repairRun);
  return question === -1 ? repaired : repaired + target.slice(question);
}

function repairRun(run: string): string {
  try {
    decodeURIComponent(run);
    return run;
  } catch {
    return encodeURIComponent(Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
  }
}
