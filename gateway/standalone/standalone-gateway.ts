import { DomainError } from '../../platform/domain-error.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import {
  admitSameOrigin,
  BodyBudget,
  builtPages,
  createApp,
  createFetchMetrics,
  createMetrics,
  createOpenStreams,
  createOriginPolicy,
  createRejectionReports,
  createRequestLimit,
  createRequestScopes,
  createSubscriptionTransport,
  type FetchMetrics,
  listen,
  type MetricsPublication,
  neutralErrorBody,
  type OpenStreams,
  readyUntilClosed,
  registerGraphRoutes,
  registerHealthRoutes,
  registerPageFiles,
  type SharedCounts,
  stopServing,
  withPublication,
} from '../server/index.js';
import type { UnauthorizedMode } from './authorization/authorized-operation.js';
import {
  type AuthenticationSettings,
  createHeaderGuard,
  createIdentify,
  identityHeaders,
} from './clients/authentication.js';
import { sendClientHeaders } from './clients/client-headers.js';
import { type Clients, createClients } from './clients/clients.js';
import { type HeaderRule, type ResponseHeaderRules, responseHeaderRules } from './clients/response-headers.js';
import { CurrentGraph } from './graph/current-graph.js';
import type { Engine } from './graph/engine.js';
import { Generation, type GenerationOptions } from './graph/generation.js';
import { type ReloadOutcome, Reloads } from './graph/reloads.js';
import type { SupergraphSource } from './sources/supergraph-source.js';
import { type AllSubgraphSettings, allowsSubscriptions } from './subgraphs/settings.js';
import { createSubgraphMetrics, type SubgraphMetrics } from './subgraphs/subgraph-metrics.js';
import { UpstreamSubscriptions, type UpstreamSubscriptionsOptions } from './subscriptions/upstream-subscriptions.js';

/** Cross-origin access of pages to the gateway. */
export interface CorsSettings {
  readonly origins: readonly string[];
  /** Whether browsers may send cookies and other credentials. */
  readonly allowsCredentials: boolean;
  /** Names of request headers that pages may set, in addition to those of GraphQL clients and forwarded ones. */
  readonly requestHeaders: readonly string[];
}

export interface StandaloneGatewayOptions extends Pick<Platform, 'configuration' | 'log' | 'telemetry'> {
  readonly source: SupergraphSource;
  readonly subgraphs: AllSubgraphSettings;
  /** Names of the request headers to forward to the subgraphs. */
  readonly forwardedHeaders: readonly string[];
  /** Rules for headers of the subgraphs' responses, by header name. */
  readonly responseHeaders: ReadonlyMap<string, HeaderRule>;
  readonly cors: CorsSettings;
  readonly authentication: AuthenticationSettings;
  /** Treatment of operations that select unauthorized fields; undefined if the subgraphs enforce authorization. */
  readonly unauthorized: UnauthorizedMode | undefined;
  /** Whether everyone may read the schema, even in production and from other machines. */
  readonly schemaIsPublic: boolean;
  readonly pagesFolder?: string;
  /**
   * Active labels of progressive overrides (`@override(label:)`). Labels of the form `percent(n)` need not be listed.
   */
  readonly overrideLabels?: readonly string[];
  /** Engine that executes operations; default: the setting. */
  readonly engine?: Engine;
  /** Publishes the metrics of this process, and reads those of all processes; absent if there is only one process. */
  readonly publishMetrics?: MetricsPublication | undefined;
  /** Counts that several processes share to enforce limits; absent for a single process. */
  readonly sharedCounts?: SharedCounts | undefined;
}

/** The running HTTP server of the gateway. */
interface GatewayServer {
  /** URL of the server, without a trailing slash. */
  readonly url: string;
  /**
   * Stops accepting connections, while other processes that share the port continue to accept them. Resolves when all
   * connections are closed, or after 10 seconds.
   */
  retire(): Promise<void>;
  /** Waits for requests in progress, then closes all connections. */
  close(): Promise<void>;
}

export interface StandaloneGateway extends GatewayServer {
  /** Reads the supergraph again. If the supergraph cannot be read or served, the current graph remains in use. */
  reload(): Promise<ReloadOutcome>;
}

/**
 * Serves a supergraph of external subgraphs, without Rampart's own subgraphs and database. Addresses and limits come
 * from the settings. The supergraph is reloaded when its source changes.
 * @throws {SupergraphError} if the supergraph cannot be served
 * @throws {Error} if the supergraph cannot be read, or the port is in use
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
    warnWithoutAuthentication(options, current);
    return {
      url: server.url,
      reload: () => reloads.reload(),
      retire: () => server.retire(),
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

/** Creates the service for subscriptions; undefined if no subgraph supports subscriptions, or the engine does not. */
function subscriptionsOf(options: Options, parts: Omit<UpstreamSubscriptionsOptions, 'log' | 'timeoutSeconds'>) {
  const { configuration, log, subgraphs, engine = configuration.gateway.engine } = options;
  if (engine !== 'rampart' || !allowsSubscriptions(subgraphs)) return undefined;
  return new UpstreamSubscriptions({ ...parts, log, timeoutSeconds: configuration.graphql.timeoutSeconds });
}

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

async function startServer(options: Options, { current, reloads }: Graphs): Promise<GatewayServer> {
  const { configuration, log, telemetry, schemaIsPublic, fetches, subgraphMetrics, sharedCounts } = options;
  const { server, graphql: limits } = configuration;
  const scopes = createRequestScopes({ timeoutSeconds: limits.timeoutSeconds });
  const requestLimit = createRequestLimit({ perMinute: server.maxRequestsPerMinute, log, sharedCounts });
  const rules = responseHeaderRules(options.responseHeaders);
  const origins = originPolicy(options, rules);
  const securityEvents = new SecurityEvents({ log });
  const rejections = createRejectionReports({ securityEvents, trustedProxies: server.trustedProxies });
  const streams = createOpenStreams(configuration.events, sharedCounts);
  const ownMetrics = createMetrics({
    ...{ documents: [current], scopes, fetches, securityEvents, openStreams: () => streams.count },
    additionalMetrics: [...subgraphMetrics.metrics, ...reloads.metrics],
  });
  const metrics = withPublication(ownMetrics, options.publishMetrics);
  const readiness = readyUntilClosed();
  const clients = clientsOf(options, rules);
  const admission = admitSameOrigin({ configuration, origins });
  const subscriptions = subscriptionsOf(options, { streams, metrics, rejections });
  const acceptsWebSockets = subscriptions !== undefined;
  const { app } = createApp({
    ...{ configuration, log, telemetry, metrics, rejections, admission, sharedCounts, acceptsWebSockets },
    errorBody: neutralErrorBody,
    bodyLimits: { budget: new BodyBudget(limits), requestLimit },
  });
  const varyingHeaders = [...options.forwardedHeaders, ...identityHeaders(options.authentication)];
  sendClientHeaders(app, { clients, varyingHeaders });
  const pages = builtPages(options.pagesFolder);
  const graphParts = { graph: current.graph, documents: current, rejections, showsSubgraphErrors: true };
  const parts = {
    configuration,
    log,
    authenticator: clients,
    origins,
    scopes,
    requestLimit,
    metrics,
    pages,
    ...graphParts,
  };
  const { heartbeatSeconds } = configuration.events;
  const transport =
    subscriptions && createSubscriptionTransport({ ...parts, subscriptions, streams, heartbeatSeconds });
  await registerGraphRoutes(app, { ...parts, schemaIsPublic, subscriptions: transport });
  registerPageFiles(app, pages);
  const access = { authenticator: clients, localMetricsAreOpen: true, assertMayReadMetrics: rejectRemoteMetrics };
  registerHealthRoutes(app, { metrics, readiness, log, ...access });
  const listening = await listen(app, server);
  return runningServer(listening, { readiness, drainSeconds: server.drainSeconds, streams, scopes });
}

/** @throws {DomainError} FORBIDDEN, because no client of the gateway is an operator */
function rejectRemoteMetrics(): never {
  throw new DomainError(
    'FORBIDDEN',
    'The metrics of this gateway are available only to requests from the same machine that no proxy forwards',
  );
}

function runningServer(
  listening: Awaited<ReturnType<typeof listen>>,
  serving: Omit<Parameters<typeof stopServing>[0], 'listening' | 'streams'> & { readonly streams: OpenStreams },
): GatewayServer {
  let { drainSeconds } = serving;
  return {
    url: listening.url,
    async retire() {
      drainSeconds = 0;
      listening.drain();
      serving.streams.endAll();
      await listening.retire();
    },
    close: () => stopServing({ ...serving, drainSeconds, listening: [listening] }),
  };
}

function clientsOf({ forwardedHeaders, authentication }: Options, responseHeaders: ResponseHeaderRules): Clients {
  return createClients({
    forwardedHeaders,
    responseHeaders,
    identify: createIdentify(authentication),
    maySet: createHeaderGuard(authentication),
  });
}

/**
 * Logs a warning if fields are restricted but no authentication is configured, because denied fields could look like a
 * bug.
 */
function warnWithoutAuthentication(
  { authentication, log }: StandaloneGatewayOptions,
  { authorizes }: CurrentGraph,
): void {
  if (!authorizes || authentication.jwt !== undefined || authentication.proxy !== undefined) return;
  log.warn(
    'the supergraph restricts fields and no authentication is configured: clients receive only unrestricted fields; see [authentication]',
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
