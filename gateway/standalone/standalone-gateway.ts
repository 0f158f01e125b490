import type { Supergraph } from '@apollo/federation-internals';
import { parse } from 'graphql';
import type { RequestContext } from '../../platform/caller.js';
import { ConfigurationError } from '../../platform/configuration/index.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import { PreparedDocuments } from '../documents/index.js';
import { buildGraph, HttpDataSource, readOverrideLabels } from '../execution/index.js';
import type { OpenedGraph, PublishedGraph } from '../graph.js';
import { type CostModel, readCostModel } from '../limits/index.js';
import { assertPluginsAreUsed } from '../open-graph.js';
import {
  admitSameOrigin,
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
import {
  type HttpSubgraph,
  readHttpSupergraph,
  SupergraphError,
  type SupergraphSource,
  startupFailure,
} from './http-supergraph.js';

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
  /** Default: the setting. */
  readonly engine?: Engine;
}

/**
 * Serves a supergraph whose subgraphs are other people's servers: our execution, no domain of ours, no database. Addresses and
 * limits are those of the settings.
 * @throws {SupergraphError}
 * @throws {Error} when the port is taken
 */
export async function startStandaloneGateway(options: StandaloneGatewayOptions): Promise<Listening> {
  const fetches = createFetchMetrics();
  const { supergraph, subgraphs } = readHttpSupergraph(options);
  const dataSources = new Map(subgraphs.map((subgraph) => [subgraph.name, connect(subgraph, { ...options, fetches })]));
  const ends = [...dataSources.values()].map((source) => () => source.close());
  const close = async (): Promise<void> => {
    for (const end of ends) await end();
  };
  try {
    const opened = await openOnEngine(options, { supergraph, dataSources });
    ends.unshift(opened.close);
    const server = await startServer({ ...options, fetches }, opened.graph);
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

type Engine = StandaloneGatewayOptions['configuration']['gateway']['engine'];

interface Parts {
  readonly supergraph: Supergraph;
  readonly dataSources: ReadonlyMap<string, HttpDataSource<RequestContext>>;
}

/** @throws {SupergraphError | ConfigurationError} */
async function openOnEngine(options: StandaloneGatewayOptions, parts: Parts): Promise<OpenedGraph<PublishedGraph>> {
  const { supergraphSdl, overrideLabels, configuration, log } = options;
  const { engine = configuration.gateway.engine } = options;
  const { apolloPlugins: pluginsFile } = configuration.gateway;
  assertPluginsAreUsed({ engine, apolloPlugins: pluginsFile });
  if (engine === 'apollo') assertNoProgressiveOverrides(supergraphSdl);
  try {
    if (engine === 'rampart') {
      return { graph: buildGraph({ supergraphSdl, overrideLabels, ...parts }), close: async () => {} };
    }
    const { openPublishedApolloGraph } = await import('../apollo-engine/index.js');
    return await openPublishedApolloGraph({ supergraphSdl, dataSources: parts.dataSources, pluginsFile, log });
  } catch (error) {
    throw error instanceof ConfigurationError ? error : startupFailure(error);
  }
}

/** Apollo's gateway sends what is overridden to one subgraph only. */
function assertNoProgressiveOverrides(supergraphSdl: string): void {
  const [label] = readOverrideLabels(parse(supergraphSdl));
  if (label === undefined) return;
  throw new SupergraphError(
    `the supergraph has a progressive override with the label ${JSON.stringify(label)}, which the engine apollo ignores: use --engine rampart`,
  );
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
  const admission = admitSameOrigin({ configuration, origins });
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
