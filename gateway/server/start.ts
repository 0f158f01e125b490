import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import type { OpenDownload } from '../../platform/download.js';
import type { EventHub, EventType } from '../../platform/events/index.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import type { Callers, IdentifyController } from '../authentication/index.js';
import { PreparedDocuments } from '../documents/index.js';
import type { Graph } from '../graph.js';
import { readCostModel } from '../limits/index.js';
import type { CertificateSource } from '../tls/index.js';
import { assertMayListen } from './addresses.js';
import { admitNonBrowsers, admitSameOrigin, createOriginPolicy, type OriginPolicy } from './admission.js';
import type { UnknownPaths } from './app.js';
import { createApp, listen, type OpenListener } from './app.js';
import { createOpenStreams, type OpenStreams, registerEventRoutes } from './events/index.js';
import { builtPages, registerGraphRoutes } from './graph-routes.js';
import { createMetrics, type FetchMetrics, type Metrics } from './metrics.js';
import { registerHealthRoutes } from './operations-routes.js';
import { registerPageRoutes } from './pages.js';
import { reportedIdentification } from './peer-identification.js';
import { createReadiness, type Readiness, type ReadinessDatabase } from './readiness.js';
import { type ErrorBody, neutralErrorBody } from './refusal.js';
import { createRefusalReports, type RefusalReports } from './refusal-reports.js';
import { createRequestLimit, type RequestLimit } from './request-limit.js';
import { createRequestScopes, type RequestScopes } from './request-scopes.js';
import { createSubscriptionTransport, Subscriptions } from './subscriptions/index.js';

/** What a REST adapter gets from the gateway beside the routes' home. */
export interface GatewayServices {
  readonly graph: Graph;
  readonly callers: Callers;
  readonly scopes: RequestScopes;
  /** Counts requests of callers; also those that adapters answer. */
  readonly requestLimit: RequestLimit;
  /** Hears of refusals; also of those that adapters answer. */
  readonly refusals: RefusalReports;
  readonly unknownPaths: UnknownPaths;
  /** What links to this server begin with; undefined where the settings do not say: then a request does. */
  readonly publicUrl: string | undefined;
  /** Contents that subgraphs have handed out tickets for, asked one after the other. */
  readonly downloads: readonly OpenDownload[];
  /**
   * Who sends a request to a listener whose clients prove who they are otherwise than by the credentials of the graph; absent: they need not.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
   */
  identify?(request: FastifyRequest): Caller;
}

/** Adds the routes of one documented service. */
export type RegisterRoutes = (app: FastifyInstance, services: GatewayServices) => void | Promise<void>;

/** A documented service with an address of its own, where nothing else answers. */
export interface ServiceListener {
  readonly name: string;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Without one it speaks plain HTTP. */
  readonly certificate: CertificateSource | undefined;
  readonly register: RegisterRoutes;
  /** The service's form of errors, for what goes wrong before any of its routes is reached. */
  readonly errorBody: ErrorBody;
  /** How its clients prove who they are; absent: they need not. */
  readonly identify?: IdentifyController | undefined;
}

export interface HttpServerOptions extends Pick<Platform, 'configuration' | 'log' | 'securityEvents' | 'telemetry'> {
  readonly database: ReadinessDatabase;
  readonly graph: Graph;
  readonly callers: Callers;
  readonly adapters?: readonly RegisterRoutes[];
  readonly serviceListeners?: readonly ServiceListener[];
  readonly downloads?: readonly OpenDownload[];
  /** What happens, and who may hear of what: without it there is no `/events`. */
  readonly events?: EventSource;
  /** Of the graph's subgraphs that run elsewhere. */
  readonly fetches?: FetchMetrics;
  /** Texts of documents that are trusted beside those of the configured file: the operations of the server itself. */
  readonly trustedDocuments?: readonly string[];
  /** Whether the jobs of this process run: it is not ready while they do not. */
  readonly isWorking?: () => boolean;
  /** Directory of the built console; default: where the build writes it. */
  readonly pagesFolder?: string;
}

/** The log of events, and the types of them that domains tell of. */
export interface EventSource {
  readonly hub: EventHub;
  readonly types: readonly EventType[];
}

export interface HttpServer {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** The same of each service with a listener of its own, by its name. */
  readonly serviceUrls: ReadonlyMap<string, string>;
  /** Lets the requests under way finish, then closes all connections. */
  close(): Promise<void>;
}

interface Parts {
  readonly origins: OriginPolicy;
  readonly scopes: RequestScopes;
  readonly requestLimit: RequestLimit;
  readonly refusals: RefusalReports;
  readonly documents: PreparedDocuments;
  readonly streams: OpenStreams;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

/**
 * Serves the graph, the documented services, the pages and what operations need over HTTP.
 * @throws {Error} when open alerts would be served beyond this machine, or a port is taken; nothing listens then
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  assertMayListen(options.configuration);
  const parts = createParts(options);
  const listening: OpenListener[] = [];
  const serviceUrls = new Map<string, string>();
  let isStarted = false;
  async function close(): Promise<void> {
    await stopServing({ ...parts, listening, drainSeconds: isStarted ? options.configuration.server.drainSeconds : 0 });
    options.events?.hub.close();
  }
  try {
    const main = await startMain(options, parts);
    listening.push(main);
    for (const listener of options.serviceListeners ?? []) {
      const started = await startService(listener, { options, parts });
      listening.push(started);
      serviceUrls.set(listener.name, started.url);
    }
    isStarted = true;
    return { url: main.url, serviceUrls, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function createParts(options: HttpServerOptions): Parts {
  const { configuration, graph, database, fetches, log, securityEvents = new SecurityEvents({ log }) } = options;
  const limits = configuration.graphql;
  const scopes = createRequestScopes({ timeoutSeconds: limits.timeoutSeconds });
  const ownDocuments = { graph: graph.internal, texts: new Set(options.trustedDocuments) };
  const costModel = readCostModel(graph.supergraphSdl);
  const subscribing = options.events && { graph: graph.internal, eventTypes: options.events.types };
  const documents = new PreparedDocuments({ graph, ownDocuments, limits, costModel, subscribing });
  const readiness = createReadiness(database, options.isWorking);
  const streams = createOpenStreams(configuration.events);
  const { publicUrl, maxRequestsPerMinute: perMinute, trustedProxies } = configuration.server;
  const openStreams = (): number => streams.count;
  const databaseReady = (): Promise<boolean> => readiness.check();
  return {
    origins: createOriginPolicy(publicUrl === '' ? [] : [publicUrl]),
    scopes,
    requestLimit: createRequestLimit({ perMinute, log }),
    refusals: createRefusalReports({ securityEvents, trustedProxies }),
    documents,
    streams,
    metrics: createMetrics({ documents: [documents], scopes, fetches, openStreams, databaseReady, securityEvents }),
    readiness,
  };
}

/** The listener of the graph, the pages, what operations need, and the services without a listener of their own. */
async function startMain(options: HttpServerOptions, parts: Parts): Promise<OpenListener> {
  const { configuration, graph, callers, log, telemetry, downloads = [] } = options;
  const { server } = configuration;
  const { scopes, requestLimit, refusals, metrics, origins } = parts;
  const publicUrl = server.publicUrl === '' ? undefined : server.publicUrl;
  const admission = admitSameOrigin({ configuration, origins });
  const errorBody = neutralErrorBody;
  const takesWebSockets = options.events !== undefined;
  const appOptions = { configuration, log, telemetry, metrics, refusals, admission, errorBody, takesWebSockets };
  const { app, unknownPaths } = createApp(appOptions);
  await registerRoutes(app, options, parts);
  for (const register of options.adapters ?? []) {
    await app.register(
      async (scope) =>
        await register(scope, { graph, callers, scopes, requestLimit, refusals, unknownPaths, publicUrl, downloads }),
    );
  }
  return await listen(app, server);
}

async function startService(
  { register, errorBody, certificate, name, host, port, identify }: ServiceListener,
  { options, parts }: { options: HttpServerOptions; parts: Parts },
): Promise<OpenListener> {
  const { configuration, graph, callers, log, telemetry } = options;
  const { scopes, requestLimit, refusals, metrics } = parts;
  const admission = admitNonBrowsers;
  const common = { configuration, log, telemetry, metrics, refusals };
  const { app, unknownPaths } = createApp({ ...common, admission, errorBody, certificate });
  const services: GatewayServices = {
    ...{ graph, callers, scopes, requestLimit, refusals, unknownPaths, publicUrl: undefined, downloads: [] },
    ...(identify && { identify: reportedIdentification(identify, options) }),
  };
  await app.register(async (scope) => await register(scope, services));
  return await listen(app, { host, port, section: name });
}

async function registerRoutes(app: FastifyInstance, options: HttpServerOptions, parts: Parts): Promise<void> {
  const { configuration, callers, log } = options;
  const pages = builtPages(options.pagesFolder);
  await registerGraphRoutes(app, { ...options, ...parts, pages, subscriptions: transportOf(options, parts) });
  registerPageRoutes(app, pages);
  if (options.events !== undefined) {
    const { hub, types: eventTypes } = options.events;
    registerEventRoutes(app, { ...parts, configuration, callers, log, hub, eventTypes });
  }
  registerHealthRoutes(app, { ...parts, callers, log, localMetricsAreOpen: configuration.auth.alerts !== 'token' });
}

/** Undefined where there are no events. */
function transportOf({ configuration, callers, events, log }: HttpServerOptions, parts: Parts) {
  if (events === undefined) return undefined;
  const { hub, types: eventTypes } = events;
  const { timeoutSeconds, maxCost } = configuration.graphql;
  const { heartbeatSeconds } = configuration.events;
  const subscriptions = new Subscriptions({ ...parts, hub, eventTypes, log, timeoutSeconds, maxCost });
  return createSubscriptionTransport({ ...parts, subscriptions, callers, log, heartbeatSeconds });
}

export interface Serving {
  readonly readiness: Readiness;
  /** How long to keep answering after readiness has ended. */
  readonly drainSeconds: number;
  /** Streams that would go on for ever, and keep their listener from closing. */
  readonly streams?: OpenStreams;
  readonly listening: readonly OpenListener[];
  readonly scopes: RequestScopes;
}

/**
 * Ends serving in order: readiness ends, all requests are answered until load balancers have noticed, requests under way finish, and until
 * then their time is watched.
 */
export async function stopServing({ readiness, drainSeconds, streams, listening, scopes }: Serving): Promise<void> {
  readiness.close();
  if (drainSeconds > 0 && listening.length > 0) {
    for (const each of listening) each.drain();
    await delay(drainSeconds * 1000);
  }
  streams?.close();
  await Promise.all(listening.map((each) => each.close()));
  scopes.close();
}
