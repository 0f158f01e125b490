import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { projectRoot } from '../../platform/project-root.js';
import type { Platform } from '../../platform/subgraph.js';
import type { Callers } from '../authentication/index.js';
import { DocumentStore, PreparedDocuments, readTrustedDocuments } from '../documents/index.js';
import type { Graph } from '../graph.js';
import { readCostModel } from '../limits/index.js';
import { schemaAccess } from './access.js';
import { assertMayListen } from './addresses.js';
import { createOriginPolicy, type OriginPolicy } from './forgery.js';
import { GraphqlEndpoint } from './graphql-endpoint.js';
import { registerGraphqlRoutes } from './graphql-routes.js';
import { closeConnectionsWhenIdle, createListener, maximumHeaderBytes } from './listener.js';
import { createMetrics, type Metrics } from './metrics.js';
import { registerOperationsRoutes, sendRefusal } from './operations-routes.js';
import { registerPageRoutes } from './page-routes.js';
import { createPages } from './pages.js';
import { createReadiness, type Readiness } from './readiness.js';
import { createRequestScopes, type RequestScopes } from './request-scopes.js';
import { repairRequestTarget } from './request-target.js';
import { answerUnknownPaths, type UnknownPaths } from './unknown-paths.js';

/** What a REST adapter gets from the gateway beside the routes' home. */
export interface GatewayServices {
  readonly graph: Graph;
  readonly callers: Callers;
  readonly scopes: RequestScopes;
  readonly unknownPaths: UnknownPaths;
}

/** Adds the routes of one documented service. */
export type RegisterRoutes = (app: FastifyInstance, services: GatewayServices) => void | Promise<void>;

export interface HttpServerOptions extends Pick<Platform, 'configuration' | 'log'> {
  readonly database: Pick<Platform['database'], 'ready' | 'guard'>;
  readonly graph: Graph;
  readonly callers: Callers;
  readonly adapters?: readonly RegisterRoutes[];
  /** Texts of documents that are trusted beside those of the configured file: the operations of the REST paths. */
  readonly trustedDocuments?: readonly string[];
  /** Folder of the built console; where the build puts it unless said otherwise. */
  readonly pagesFolder?: string;
}

export interface HttpServer {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** Lets the requests under way finish, then closes all connections. */
  close(): Promise<void>;
}

/** For every answer; pages set a wider policy of their own. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

interface Parts {
  readonly origins: OriginPolicy;
  readonly scopes: RequestScopes;
  readonly documents: PreparedDocuments;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

/**
 * Serves the graph, the documented services, the pages and what operations need over HTTP.
 * @throws {Error} when open alerts would be served beyond this machine, or the port is taken
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  assertMayListen(options.configuration);
  const { host, port } = options.configuration.server;
  const parts = createParts(options);
  const app = createApp(options, parts);
  const unknownPaths = answerUnknownPaths(app);
  await registerRoutes(app, options, parts);
  for (const register of options.adapters ?? []) {
    const services = { graph: options.graph, callers: options.callers, scopes: parts.scopes, unknownPaths };
    await app.register(async (scope) => await register(scope, services));
  }
  await app.listen({ host, port });
  return {
    url: urlOf(app, host),
    async close() {
      parts.readiness.close();
      const stop = closeConnectionsWhenIdle(app.server);
      await app.close();
      stop();
      parts.scopes.close();
    },
  };
}

function createParts({ configuration, graph, database }: HttpServerOptions): Parts {
  const limits = configuration.graphql;
  const scopes = createRequestScopes({ timeoutSeconds: limits.timeoutSeconds });
  const documents = new PreparedDocuments({ graph, limits, costModel: readCostModel(graph.supergraphSdl) });
  const readiness = createReadiness(database);
  const { publicUrl } = configuration.server;
  return {
    origins: createOriginPolicy(publicUrl === '' ? [] : [publicUrl]),
    scopes,
    documents,
    metrics: createMetrics({ documents, scopes, databaseReady: () => readiness.check() }),
    readiness,
  };
}

function createApp({ configuration, log }: HttpServerOptions, { origins, metrics }: Parts): FastifyInstance {
  const { trustedProxies } = configuration.server;
  const logsRequests = log.isLevelEnabled('debug');
  const app = Fastify({
    // The log is written where something is decided; a logger and a line per request would cost more than the request.
    logger: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    genReqId: requestIds(),
    // A request that was sent before the client could know is answered, not refused.
    return503OnClosing: false,
    // What a path parameter is, the services say; the router refuses none for its length or its encoding.
    routerOptions: { maxParamLength: maximumHeaderBytes },
    rewriteUrl: (request) => repairRequestTarget(request.url ?? '/'),
    serverFactory: (handler) => createListener(handler, { configuration, origins }),
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
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
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) await reply.code(status).send({ detail: error.message });
    else await sendRefusal({ request, reply, error, log });
  });
  return app;
}

async function registerRoutes(app: FastifyInstance, options: HttpServerOptions, parts: Parts): Promise<void> {
  const { configuration, graph, callers, log } = options;
  const mayIntrospect = schemaAccess(configuration);
  const pages = createPages(options.pagesFolder ?? join(projectRoot, 'dist', 'console'));
  const { documents, trustedDocumentsFile, maxCost, maxBodyBytes } = configuration.graphql;
  const fromFile = trustedDocumentsFile === '' ? [] : readTrustedDocuments(trustedDocumentsFile);
  const trusted = [...(options.trustedDocuments ?? []), ...fromFile];
  const store = new DocumentStore({ onlyTrusted: documents === 'trusted', trusted });
  const endpoint = new GraphqlEndpoint({ ...parts, store, callers, log, maxCost, mayIntrospect });
  await app.register(async (scope) => {
    await registerGraphqlRoutes(scope, { endpoint, callers, pages, maxBodyBytes, mayIntrospect });
  });
  registerPageRoutes(app, pages);
  const { apiSchema, supergraphSdl } = graph;
  registerOperationsRoutes(app, { ...parts, callers, log, apiSchema, supergraphSdl, mayIntrospect });
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

/** Ids that are unique over processes and restarts and cost a counter. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

function urlOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo; // It listens on TCP.
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
