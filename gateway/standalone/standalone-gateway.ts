import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
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
import type { UnauthorizedMode } from './authorization/authorized-operation.js';
import { type AuthenticationSettings, createIdentify, mayHeaderBeSet } from './clients/authentication.js';
import { sendClientHeaders } from './clients/client-headers.js';
import { type Clients, createClients } from './clients/clients.js';
import { type HeaderRule, type ResponseHeaderRules, responseHeaderRules } from './clients/response-headers.js';
import { CurrentGraph } from './graph/current-graph.js';
import type { Engine } from './graph/engine.js';
import { Generation, type GenerationOptions } from './graph/generation.js';
import { type ReloadOutcome, Reloads } from './graph/reloads.js';
import type { SupergraphSource } from './sources/supergraph-source.js';
import type { SubgraphsSettings } from './subgraphs/settings.js';
import { createSubgraphMetrics, type SubgraphMetrics } from './subgraphs/subgraph-metrics.js';

/** Pages of other origins that may use the gateway. */
export interface CorsSettings {
  readonly origins: readonly string[];
  /** Whether browsers send cookies and other credentials of theirs. */
  readonly allowsCredentials: boolean;
  /** Request headers that pages may set, beside those of GraphQL clients and those that are forwarded. */
  readonly requestHeaders: readonly string[];
}

export interface StandaloneGatewayOptions extends Pick<Platform, 'configuration' | 'log' | 'telemetry'> {
  readonly source: SupergraphSource;
  readonly subgraphs: SubgraphsSettings;
  /** Names of headers that go from a client's request to the subgraphs. */
  readonly forwardedHeaders: readonly string[];
  /** Headers that go from the subgraphs' responses to the client, by name. */
  readonly responseHeaders: ReadonlyMap<string, HeaderRule>;
  readonly cors: CorsSettings;
  readonly authentication: AuthenticationSettings;
  /** What becomes of operations that select what the client may not; undefined where the subgraphs see to it. */
  readonly unauthorized: UnauthorizedMode | undefined;
  /** Whether everybody may see the schema, also in production and beyond this machine. */
  readonly schemaIsPublic: boolean;
  readonly pagesFolder?: string;
  /** Labels of progressive overrides (`@override(label:)`) that are active; `percent(n)` needs none. */
  readonly overrideLabels?: readonly string[];
  /** Default: the setting. */
  readonly engine?: Engine;
}

export interface StandaloneGateway extends Listening {
  /** Reads the supergraph again. The graph stays where the new one cannot be read or served. */
  reload(): Promise<ReloadOutcome>;
}

/**
 * Serves a supergraph whose subgraphs are other people's servers: our execution, no domain of ours, no database. Addresses and
 * limits are those of the settings. The supergraph follows its source.
 * @throws {SupergraphError}
 * @throws {Error} when the supergraph cannot be read, or the port is taken
 */
export async function startStandaloneGateway(options: StandaloneGatewayOptions): Promise<StandaloneGateway> {
  const { source, log } = options;
  const fetches = createFetchMetrics();
  const subgraphMetrics = createSubgraphMetrics();
  const build = (supergraphSdl: string, allowsUnknownNames: boolean) =>
    Generation.build(generationOf({ ...options, fetches, subgraphMetrics }, { supergraphSdl, allowsUnknownNames }));
  const supergraphSdl = await source.read({ isForced: true, signal: new AbortController().signal });
  const current = new CurrentGraph(await build(supergraphSdl ?? '', false));
  const reloads = new Reloads({ source, current, log, build: (sdl) => build(sdl, true) });
  const close = async (): Promise<void> => {
    reloads.close();
    await current.close();
  };
  try {
    const server = await startServer({ ...options, fetches, subgraphMetrics }, { current, reloads });
    reloads.start();
    warnOfNobody(options, current);
    return {
      url: server.url,
      reload: () => reloads.reload(),
      async close() {
        reloads.close();
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Options = StandaloneGatewayOptions & {
  readonly fetches: FetchMetrics;
  readonly subgraphMetrics: SubgraphMetrics;
};

interface Graphs {
  readonly current: CurrentGraph;
  readonly reloads: Reloads;
}

function generationOf(
  options: Options,
  supergraph: Pick<GenerationOptions, 'supergraphSdl' | 'allowsUnknownNames'>,
): GenerationOptions {
  const { configuration, log, subgraphs, responseHeaders, overrideLabels, unauthorized } = options;
  const { fetches, subgraphMetrics, telemetry } = options;
  const { engine = configuration.gateway.engine } = options;
  return {
    ...{ engine, pluginsFile: configuration.gateway.apolloPlugins, log },
    ...supergraph,
    ...{ subgraphs, overrideLabels, unauthorized, limits: configuration.graphql, metrics: subgraphMetrics },
    passesCookies: responseHeaders.has('set-cookie'),
    onFetch: fetches.observe,
    isTraced: telemetry !== undefined,
  };
}

async function startServer(options: Options, { current, reloads }: Graphs): Promise<Listening> {
  const { configuration, log, telemetry, schemaIsPublic, fetches, subgraphMetrics } = options;
  const { server, graphql: limits } = configuration;
  const scopes = createRequestScopes({ timeoutSeconds: limits.timeoutSeconds });
  const requestLimit = createRequestLimit({ perMinute: server.maxRequestsPerMinute, log });
  const rules = responseHeaderRules(options.responseHeaders);
  const origins = originPolicy(options, rules);
  const securityEvents = new SecurityEvents({ log });
  const refusals = createRefusalReports({ securityEvents, trustedProxies: server.trustedProxies });
  const more = [...subgraphMetrics.metrics, ...reloads.metrics];
  const metrics = createMetrics({ documents: [current], scopes, fetches, securityEvents, more });
  const readiness = readyUntilClosed();
  const clients = clientsOf(options, rules);
  const admission = admitSameOrigin({ configuration, origins });
  const { app } = createApp({
    ...{ configuration, log, telemetry, metrics, refusals, admission },
    errorBody: neutralErrorBody,
  });
  sendClientHeaders(app, { clients, forwardedHeaders: options.forwardedHeaders });
  const pages = builtPages(options.pagesFolder);
  const graphParts = { graph: current.graph, documents: current };
  const parts = { configuration, log, callers: clients, origins, scopes, requestLimit, metrics, pages, ...graphParts };
  await registerGraphRoutes(app, { ...parts, refusals, schemaIsPublic, showsSubgraphErrors: true });
  registerPageFiles(app, pages);
  registerHealthRoutes(app, { callers: clients, metrics, readiness, log, localMetricsAreOpen: true });
  const listening = await listen(app, server);
  return {
    url: listening.url,
    close: () => stopServing({ readiness, drainSeconds: server.drainSeconds, scopes, listening: [listening] }),
  };
}

function clientsOf({ forwardedHeaders, authentication }: Options, responseHeaders: ResponseHeaderRules): Clients {
  return createClients({
    forwardedHeaders,
    responseHeaders,
    identify: createIdentify(authentication),
    maySet: mayHeaderBeSet(authentication),
  });
}

/** Deny by default is easily taken for a fault where nobody can authenticate. */
function warnOfNobody({ authentication, log }: StandaloneGatewayOptions, { authorizes }: CurrentGraph): void {
  if (!authorizes || authentication.jwt !== undefined || authentication.proxy !== undefined) return;
  log.warn(
    'the supergraph restricts fields and no authentication is configured: clients get only what is not restricted; see [authentication]',
  );
}

function originPolicy({ configuration, cors, forwardedHeaders }: Options, rules: ResponseHeaderRules) {
  const { publicUrl } = configuration.server;
  return createOriginPolicy([...cors.origins, ...(publicUrl === '' ? [] : [publicUrl])], {
    allowsCredentials: cors.allowsCredentials,
    requestHeaders: [...forwardedHeaders, ...cors.requestHeaders].map((name) => name.toLowerCase()),
    exposedHeaders: ['x-request-id', 'retry-after', ...rules.names.filter((name) => name !== 'set-cookie')],
  });
}
