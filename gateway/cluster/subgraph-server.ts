import type { FastifyInstance } from 'fastify';
import {
  type DownloadMetadata,
  InfectedContentError,
  MissingContentError,
  type OpenDownload,
} from '../../platform/download.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform, Subgraph } from '../../platform/subgraph.js';
import type { CallerAuthenticator } from '../authentication/index.js';
import {
  admitNonBrowsers,
  createApp,
  createMetrics,
  createReadiness,
  createRejectionReports,
  createRequestScopes,
  type Listening,
  listen,
  neutralErrorBody,
  type OpenListener,
  type RequestScopes,
  registerHealthRoutes,
  stopServing,
} from '../server/index.js';
import { CallGuard } from './call-guard.js';
import { maxCallBytes, maxHeadBytes } from './call-messages.js';
import { type DownloadRequest, downloadsPath } from './remote-downloads.js';
import { connectionPath, subgraphPath } from './remote-subgraph.js';
import { ServedConnections } from './served-connections.js';
import { SubgraphDocuments } from './subgraph-documents.js';
import { SubgraphEndpoint } from './subgraph-endpoint.js';

/** A subgraph that this process serves, with its downloads. */
interface ServedSubgraph {
  readonly subgraph: Subgraph;
  readonly openDownload?: OpenDownload | undefined;
}

export interface SubgraphServerOptions extends Platform {
  readonly subgraphs: readonly ServedSubgraph[];
  /** Authenticates operators for `/metrics`. */
  readonly authenticator: CallerAuthenticator;
  /**
   * Whether the background jobs of this process run; if they do not, the process is not ready. Absent in a process
   * without jobs.
   */
  readonly isProcessingJobs?: () => boolean;
  /** Metrics of the subgraphs. */
  readonly additionalMetrics?: Parameters<typeof createMetrics>[0]['additionalMetrics'];
}

/**
 * Serves subgraphs to gateways, which must sign their calls, and health and metrics endpoints for orchestrators and
 * Prometheus.
 * @throws {Error} if the port is in use
 */
export async function startSubgraphServer(options: SubgraphServerOptions): Promise<Listening> {
  const { configuration, database, log, telemetry, authenticator } = options;
  const { securityEvents = new SecurityEvents({ log }) } = options;
  const rejections = createRejectionReports({ securityEvents, trustedProxies: configuration.server.trustedProxies });
  const scopes = createRequestScopes({ timeoutSeconds: configuration.graphql.timeoutSeconds });
  const readiness = createReadiness(database, options.isProcessingJobs);
  const documents = options.subgraphs.map(({ subgraph }) => new SubgraphDocuments(subgraph.schema));
  const metrics = createMetrics({
    documents,
    scopes,
    databaseReady: () => readiness.check(),
    securityEvents,
    additionalMetrics: options.additionalMetrics,
  });
  // The clients of this server are gateways, each of which has a pool of connections.
  const maxConnectionsPerSource = Number.POSITIVE_INFINITY;
  const forPrograms = { admission: admitNonBrowsers, rejections, errorBody: neutralErrorBody };
  const { app } = createApp({
    configuration,
    log,
    telemetry,
    metrics,
    ...forPrograms,
    maxConnectionsPerSource,
    // Over HTTP, headers contain what the first line of a message contains over a WebSocket.
    maxHeaderSize: maxHeadBytes,
    acceptsWebSockets: true,
  });
  const localMetricsAreOpen = configuration.auth.alerts !== 'token';
  registerHealthRoutes(app, { authenticator, metrics, readiness, log, localMetricsAreOpen });
  const guard = new CallGuard(options, metrics);
  const connections = new ServedConnections({ guard, metrics, log, telemetry });
  await app.register(async (scope) => registerSubgraphs(scope, { options, documents, scopes, guard, connections }));
  const listening = withConnections(await listen(app, configuration.server), connections);
  const { drainSeconds } = configuration.server;
  return {
    url: listening.url,
    close: () => stopServing({ readiness, drainSeconds, scopes, listening: [listening] }),
  };
}

interface Parts {
  readonly options: SubgraphServerOptions;
  readonly documents: readonly SubgraphDocuments[];
  readonly scopes: RequestScopes;
  readonly guard: CallGuard;
  readonly connections: ServedConnections;
}

/** Returns the listener with the connections of gateways, which are closed when the listener stops. */
function withConnections(listener: OpenListener, connections: ServedConnections): OpenListener {
  return {
    ...listener,
    drain() {
      connections.drain();
      listener.drain();
    },
    async close() {
      await Promise.all([connections.close(), listener.close()]);
    },
  };
}

function registerSubgraphs(app: FastifyInstance, parts: Parts): void {
  const { options, documents, scopes, guard, connections } = parts;
  // The signature covers the raw body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: maxCallBytes }, (_, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', (request, reply, done) => {
    if (guard.admit(request, reply)) done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (guard.admitBody(request, reply)) done();
  });
  for (const [index, { subgraph, openDownload }] of options.subgraphs.entries()) {
    const subgraphDocuments = documents[index] ?? new SubgraphDocuments(subgraph.schema);
    const endpoint = new SubgraphEndpoint({ ...options, subgraph, documents: subgraphDocuments, scopes });
    const route = subgraphPath(subgraph.name);
    app.post(route, (request, reply) => {
      void endpoint.respond({ message: request.raw, ...guard.admittedCall(request) }, (result) => {
        if (!reply.sent) reply.header('content-type', 'application/json').send(result);
      });
    });
    app.get(connectionPath(subgraph.name), (request, reply) => connections.accept(request, reply, { route, endpoint }));
    if (openDownload !== undefined) registerDownloads(app, { name: subgraph.name, guard, openDownload });
  }
}

function registerDownloads(
  app: FastifyInstance,
  { name, guard, openDownload }: { name: string; guard: CallGuard; openDownload: OpenDownload },
): void {
  app.post(downloadsPath(name), async (request, reply) => {
    const { body } = guard.admittedCall(request);
    const { ticket, entityTag, range }: DownloadRequest = JSON.parse(body.toString('utf8'));
    const download = await openDownload(ticket).catch((error: unknown) => {
      if (error instanceof InfectedContentError) return 'infected' as const;
      if (error instanceof MissingContentError) return 'missing' as const;
      throw error;
    });
    if (download === undefined) {
      const message = 'The download ticket is invalid or expired, or its file was removed';
      return await reply.code(404).send(neutralErrorBody(message));
    }
    if (download === 'infected') return await reply.code(403).send(neutralErrorBody('Malware was found in the file'));
    if (download === 'missing') {
      const message = 'The content is missing from the store, or was changed there';
      return await reply.code(410).send(neutralErrorBody(message));
    }
    if (entityTag === undefined) {
      const { read: _, ...metadata } = download;
      return await reply.send(metadata satisfies DownloadMetadata);
    }
    // The bytes of two versions must not be mixed.
    if (entityTag !== download.entityTag)
      return await reply.code(409).send(neutralErrorBody('The content has changed since the download began'));
    return await reply.header('content-type', 'application/octet-stream').send(download.read(range));
  });
}
