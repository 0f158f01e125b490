import type { RequestContext } from '../../platform/caller.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import { PreparedDocuments } from '../documents/index.js';
import { buildGraph, type GraphOptions, HttpDataSource } from '../execution/index.js';
import type { PublishedGraph } from '../graph.js';
import { type CostModel, readCostModel } from '../limits/index.js';
import {
  admitOwnPages,
  builtPages,
  createApp,
  createFetchMetrics,
  createMetrics,
  createOriginPolicy,
  createRefusalReports,
  createRequestLimit,
  createRequestScopes,
  type FetchMetrics,
  type Listening,
  listen,
  neutralErrorBody,
  readyUntilClosed,
  registerGraphRoutes,
  registerHealthRoutes,
  registerPageFiles,
  stopServing,
} from '../server/index.js';
import { forwardedCallers, headersToForward } from './forwarded-headers.js';
import { type HttpSubgraph, readHttpSupergraph, type SupergraphSource, unservable } from './http-supergraph.js';

export interface StandaloneGatewayOptions extends SupergraphSource, Pick<Platform, 'configuration' | 'log'> {
  /** Names of headers that go from a client's request to the subgraphs. */
  readonly forwardedHeaders: readonly string[];
  /** Seconds that one fetch from a subgraph may take. */
  readonly subgraphTimeoutSeconds: number;
  /** Bytes that one answer of a subgraph may have. */
  readonly maxResponseBytes: number;
  /** Whether everybody may see the schema, also in production and beyond this machine. */
  readonly schemaIsPublic: boolean;
  readonly pagesFolder?: string;
  /** Labels of progressive overrides (`@override(label:)`) that are active; `percent(n)` needs none. */
  readonly overrideLabels?: readonly string[];
}

/**
 * Serves a supergraph whose subgraphs are other people's servers: our execution, no domain of ours, no database. Addresses and
 * limits are those of the settings.
 * @throws {SupergraphError}
 * @throws {Error} when the port is taken
 */
export async function startStandaloneGateway(options: StandaloneGatewayOptions): Promise<Listening> {
  const fetches = createFetchMetrics();
  const { supergraphSdl, overrideLabels } = options;
  const { supergraph, subgraphs } = readHttpSupergraph(options);
  const dataSources = new Map(subgraphs.map((subgraph) => [subgraph.name, connect(subgraph, { ...options, fetches })]));
  const close = async (): Promise<void> => {
    await Promise.all([...dataSources.values()].map((source) => source.close()));
  };
  try {
    const graph = build({ supergraphSdl, overrideLabels, supergraph, dataSources });
    const server = await startServer({ ...options, fetches }, graph);
    return {
      url: server.url,
      async close() {
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Options = StandaloneGatewayOptions & { readonly fetches: FetchMetrics };

function connect({ name, url }: HttpSubgraph, options: Options): HttpDataSource<RequestContext> {
  return new HttpDataSource<RequestContext>({
    name,
    url: url.href,
    sign: ({ context }) => headersToForward(context),
    onFetch: options.fetches.observe,
    limits: { maxResponseBytes: options.maxResponseBytes },
    timeoutMilliseconds: options.subgraphTimeoutSeconds * 1000,
  });
}

function build(options: GraphOptions): PublishedGraph {
  try {
    return buildGraph(options);
  } catch (error) {
    throw unservable(error);
  }
}

async function startServer(options: Options, graph: PublishedGraph): Promise<Listening> {
  const { configuration, log, schemaIsPublic, fetches } = options;
  const { server, graphql: limits } = configuration;
  const scopes = createRequestScopes({ timeoutSeconds: limits.timeoutSeconds });
  const requestLimit = createRequestLimit({ perMinute: server.maxRequestsPerMinute, log });
  const costModel = readCostModel(graph.supergraphSdl);
  const documents = new PreparedDocuments({ graph, limits, costModel });
  const origins = createOriginPolicy(server.publicUrl === '' ? [] : [server.publicUrl]);
  const securityEvents = new SecurityEvents({ log });
  const refusals = createRefusalReports({ securityEvents, trustedProxies: server.trustedProxies });
  const metrics = createMetrics({ documents: [documents], scopes, fetches, securityEvents });
  const readiness = readyUntilClosed();
  const callers = forwardedCallers(options.forwardedHeaders);
  const admission = admitOwnPages({ configuration, origins });
  const { app } = createApp({ configuration, log, metrics, refusals, admission, errorBody: neutralErrorBody });
  const pages = builtPages(options.pagesFolder);
  // Where a schema says nothing about sizes, a cost would be a guess that refuses what its owners meant to serve.
  const maxCost = saysWhatFieldsCost(costModel) ? limits.maxCost : Number.POSITIVE_INFINITY;
  const parts = { configuration, log, graph, callers, origins, scopes, requestLimit, documents, metrics, pages };
  await registerGraphRoutes(app, { ...parts, refusals, maxCost, schemaIsPublic, showsSubgraphErrors: true });
  registerPageFiles(app, pages);
  registerHealthRoutes(app, { callers, metrics, readiness, log, localMetricsAreOpen: true });
  const listening = await listen(app, server);
  return { url: listening.url, close: () => stopServing({ readiness, scopes, listening: [listening] }) };
}

function saysWhatFieldsCost({ fields, types, inputFields }: CostModel): boolean {
  return fields.size + types.size + inputFields.size > 0;
}
