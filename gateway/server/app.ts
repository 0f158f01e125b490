import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/subgraph.js';
import { limitBodyTime } from './body-deadline.js';
import { answerClientErrors } from './client-errors.js';
import { createConnectionLimit } from './connection-limit.js';
import { type ListenAddress, listenFailure } from './listen-failure.js';
import { closeConnectionsWhenIdle, createListener, type ListenerOptions, maximumHeaderBytes } from './listener.js';
import type { Metrics } from './metrics.js';
import { sendError, sendRefusal } from './refusal.js';
import { repairRequestTarget } from './request-target.js';
import { securityHeadersOf } from './security-headers.js';
import { trustedProxyTest } from './source-address.js';
import { answerUnknownPaths, type UnknownPaths } from './unknown-paths.js';

export interface AppOptions
  extends Pick<Platform, 'configuration' | 'log'>,
    Omit<ListenerOptions, 'connections' | 'headers'> {
  readonly metrics: Metrics;
  /** The setting unless said otherwise. */
  readonly maxConnectionsPerSource?: number;
}

/** One listener with its routes, before it listens. */
export interface App {
  readonly app: FastifyInstance;
  readonly unknownPaths: UnknownPaths;
}

/** What every listener does alike: limits, ids, headers of answers, figures, errors and unknown paths. */
export function createApp(options: AppOptions): App {
  const { log, errorBody } = options;
  const { server: settings, graphql } = options.configuration;
  const { trustedProxies } = settings;
  const isTrustedProxy = trustedProxyTest(trustedProxies);
  const { maxConnectionsPerSource: maximum = settings.maxConnectionsPerSource } = options;
  const connections = createConnectionLimit({ maximum, isTrustedProxy, log });
  const headers = securityHeadersOf({ isReachedByHttps: isReachedByHttps(options) });
  const app = Fastify({
    // The log is written where something is decided; a logger and a line per request would cost more than the request.
    logger: false,
    trustProxy: trustedProxies.length === 0 ? false : isTrustedProxy,
    genReqId: requestIds(),
    // A request that was sent before the client could know is answered, not refused.
    return503OnClosing: false,
    // What a path parameter is, the services say; the router refuses none for its length or its encoding.
    routerOptions: { maxParamLength: maximumHeaderBytes },
    rewriteUrl: (request) => repairRequestTarget(request.url ?? '/'),
    clientErrorHandler: answerClientErrors({ errorBody, headers }),
    serverFactory: (handler) => createListener(handler, { ...options, headers, connections }),
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  observeRequests(app, options);
  limitBodyTime(app, { seconds: graphql.timeoutSeconds, errorBody });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) await sendError(reply, status, errorBody(error.message));
    else await sendRefusal({ request, reply, error, log, errorBody });
  });
  return { app, unknownPaths: answerUnknownPaths(app, errorBody) };
}

/** Where an app listens, and how that ends. */
export interface Listening {
  /** Without a slash at the end. */
  readonly url: string;
  /** Lets the requests under way finish, then closes all connections. */
  close(): Promise<void>;
}

/** @throws {Error} when the address cannot be had: says why, and which setting to change; the app is closed then */
export async function listen(app: FastifyInstance, at: ListenAddress): Promise<Listening> {
  const { host, port } = at;
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw new Error(listenFailure(error, at), { cause: error });
  }
  return {
    url: urlOf(app, host),
    async close() {
      const stop = closeConnectionsWhenIdle(app.server);
      await app.close();
      stop();
    },
  };
}

function isReachedByHttps({ certificate, configuration }: AppOptions): boolean {
  return certificate !== undefined || configuration.server.publicUrl.startsWith('https:');
}

function observeRequests(app: FastifyInstance, { log, metrics }: Pick<AppOptions, 'log' | 'metrics'>): void {
  const logsRequests = log.isLevelEnabled('debug');
  app.addHook('onResponse', (request, reply, done) => {
    if (logsRequests) logRequest(log, request, reply);
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });
}

/** One line a request, for looking closely. Paths and queries may carry what is nobody's business: the route is logged. */
function logRequest(log: Platform['log'], request: FastifyRequest, reply: FastifyReply): void {
  log.debug(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    },
    'request',
  );
}

/** Ids that are unique over processes, listeners and restarts and cost a counter. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

function urlOf({ server }: FastifyInstance, host: string): string {
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
