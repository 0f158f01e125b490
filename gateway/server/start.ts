import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../platform/clock.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { assertMayListen } from '../authentication/index.js';
import { PreparedDocuments } from '../documents/index.js';
import { readCostModel } from '../limits/index.js';
import { admitNonBrowsers, admitSameOrigin, createOriginPolicy, type OriginPolicy } from './admission.js';
import { createApp, listen, type OpenListener } from './app.js';
import { BodyBudget, type BodyLimits } from './body-budget.js';
import { createRequestLimit, type RequestLimit } from './caller-limits.js';
import { createOpenStreams, type OpenStreams, registerEventRoutes } from './events/index.js';
import { registerGraphRoutes } from './graph-routes.js';
import { createMetrics, type Metrics, withPublication } from './metrics.js';
import { registerOpenidRoutes } from './openid-routes.js';
import { registerHealthRoutes } from './operations-routes.js';
import { builtPages, registerPageRoutes } from './pages.js';
import { reportedIdentification } from './peer-identification.js';
import { createReadiness, type Readiness } from './readiness.js';
import { neutralErrorBody } from './rejection.js';
import { createRejectionReports, type RejectionReports } from './rejection-reports.js';
import { createRequestScopes, type RequestScopes } from './request-scopes.js';
import type { GatewayServices, HttpServer, HttpServerOptions, ServiceListener } from './server-options.js';
import { registerSessionRoutes } from './session-routes.js';
import { stopServing } from './stop.js';
import { createSubscriptionTransport, Subscriptions } from './subscriptions/index.js';

interface Parts {
  readonly origins: OriginPolicy;
  readonly scopes: RequestScopes;
  readonly requestLimit: RequestLimit;
  readonly bodyLimits: BodyLimits;
  readonly rejections: RejectionReports;
  readonly documents: PreparedDocuments;
  readonly streams: OpenStreams;
  readonly stopping: AbortController;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

/**
 * Serves the graph, the documented services, the console, health checks and metrics over HTTP.
 * @throws {Error} if alerts would be served to other machines without authentication, or a port is in use; nothing
 * listens in either case
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  assertMayListen(options.configuration);
  const parts = createParts(options);
  const listening: OpenListener[] = [];
  const serviceUrls = new Map<string, string>();
  let hasRetired = false;
  async function retire(): Promise<void> {
    hasRetired = true;
    for (const each of listening) each.drain();
    parts.streams.endAll();
    await Promise.all(listening.map((each) => each.retire()));
  }
  async function close(drainSeconds: number): Promise<void> {
    await stopServing({ ...parts, listening, drainSeconds });
    options.events?.hub.close();
  }
  try {
    const main = await startMainListener({ options, parts, listenerUrls: serviceUrls });
    listening.push(main);
    for (const listener of options.serviceListeners ?? []) {
      const serviceServer = await startServiceListener(listener, { options, parts, listenerUrls: serviceUrls });
      listening.push(serviceServer);
      serviceUrls.set(listener.name, serviceServer.url);
    }
    const { drainSeconds } = options.configuration.server;
    return { url: main.url, serviceUrls, retire, close: () => close(hasRetired ? 0 : drainSeconds) };
  } catch (error) {
    await close(0);
    throw error;
  }
}

function createParts(options: HttpServerOptions): Parts {
  const { configuration, graph, database, fetches, log, securityEvents = new SecurityEvents({ log }) } = options;
  const limits = configuration.graphql;
  const scopes = createRequestScopes({ timeoutSeconds: limits.timeoutSeconds });
  const internalDocuments = { graph: graph.internal, documents: new Set(options.trustedDocuments) };
  const costModel = readCostModel(graph.supergraphSdl);
  const subscribing = options.events && { graph: graph.internal, eventTypes: options.events.types };
  const cacheableFields = options.responses?.fields;
  const documents = new PreparedDocuments({
    graph,
    internalDocuments,
    limits,
    costModel,
    subscribing,
    cacheableFields,
  });
  const readiness = createReadiness(database, options.isProcessingJobs);
  const streams = createOpenStreams(configuration.events, options.sharedCounts);
  const { publicUrl, maxRequestsPerMinute: perMinute, trustedProxies } = configuration.server;
  const openStreams = (): number => streams.count;
  const databaseReady = (): Promise<boolean> => readiness.check();
  const requestLimit = createRequestLimit({ perMinute, log, sharedCounts: options.sharedCounts });
  const metrics = createMetrics({
    ...{ documents: [documents], responses: options.responses, additionalMetrics: options.additionalMetrics },
    ...{ scopes, fetches, openStreams, databaseReady, securityEvents },
  });
  return {
    origins: createOriginPolicy(publicUrl === '' ? [] : [publicUrl]),
    scopes,
    requestLimit,
    bodyLimits: { budget: new BodyBudget(limits), requestLimit },
    rejections: createRejectionReports({ securityEvents, trustedProxies }),
    documents,
    streams,
    stopping: new AbortController(),
    metrics: withPublication(metrics, options.publishMetrics),
    readiness,
  };
}

/** The parts that the listeners of a server share. */
interface StartContext extends Pick<GatewayServices, 'listenerUrls'> {
  readonly options: HttpServerOptions;
  readonly parts: Parts;
}

/**
 * Starts the main listener: the graph, the console, health checks, metrics, and the services without their own
 * listener.
 */
async function startMainListener({ options, parts, listenerUrls }: StartContext): Promise<OpenListener> {
  const { configuration, graph, authenticator, log, telemetry, responses, downloads = [] } = options;
  const { recordStreams: streams = new Map(), sharedCounts } = options;
  const { server } = configuration;
  const { timeoutSeconds } = configuration.graphql;
  const { scopes, requestLimit, bodyLimits, rejections, metrics, origins } = parts;
  const publicUrl = server.publicUrl === '' ? undefined : server.publicUrl;
  const admission = admitSameOrigin({ configuration, origins });
  const errorBody = neutralErrorBody;
  const acceptsWebSockets = options.events !== undefined;
  const commonOptions = { configuration, log, telemetry, metrics, rejections, sharedCounts, bodyLimits };
  const { app, unknownPaths } = createApp({ ...commonOptions, admission, errorBody, acceptsWebSockets });
  await registerRoutes(app, options, parts);
  const access = { graph, authenticator, scopes, requestLimit, rejections, responses };
  const stopping = parts.stopping.signal;
  const context = { unknownPaths, publicUrl, listenerUrls, downloads, streams, stopping, timeoutSeconds };
  const services: GatewayServices = { ...access, ...context };
  for (const register of options.adapters ?? []) {
    await app.register(async (scope) => await register(scope, services));
  }
  return await listen(app, server);
}

async function startServiceListener(
  { register, errorBody, certificate, name, host, port, identify, signer }: ServiceListener,
  { options, parts, listenerUrls }: StartContext,
): Promise<OpenListener> {
  const { configuration, graph, authenticator, log, telemetry, sharedCounts } = options;
  const { scopes, requestLimit, bodyLimits, rejections, metrics } = parts;
  const admission = admitNonBrowsers;
  const commonOptions = { configuration, log, telemetry, metrics, rejections, sharedCounts, bodyLimits };
  const { app, unknownPaths } = createApp({ ...commonOptions, admission, errorBody, certificate });
  const services: GatewayServices = {
    ...{ graph, authenticator, scopes, requestLimit, rejections, unknownPaths, listenerUrls },
    ...{ responses: undefined, publicUrl: undefined, downloads: [], streams: new Map() },
    stopping: parts.stopping.signal,
    timeoutSeconds: configuration.graphql.timeoutSeconds,
    ...(identify && { identify: reportedIdentification(identify, options) }),
  };
  signer?.register(app);
  await app.register(async (scope) => await register(scope, services));
  return await listen(app, { host, port, section: name });
}

async function registerRoutes(app: FastifyInstance, options: HttpServerOptions, parts: Parts): Promise<void> {
  const { configuration, authenticator, log, sessions, sharedCounts } = options;
  const pages = builtPages(options.pagesFolder);
  await registerGraphRoutes(app, { ...options, ...parts, pages, subscriptions: createTransport(options, parts) });
  registerPageRoutes(app, pages);
  if (sessions !== undefined) {
    const {
      identityProviders: providers = [],
      clock = systemClock,
      securityEvents = new SecurityEvents({ log }),
    } = options;
    const { publicUrl } = configuration.server;
    registerSessionRoutes(app, { ...parts, sessions, authenticator, log, providers, publicUrl });
    registerOpenidRoutes(app, { providers, sessions, clock, log, securityEvents, sharedCounts });
  }
  if (options.events !== undefined) {
    const { hub, types: eventTypes } = options.events;
    registerEventRoutes(app, { ...parts, configuration, authenticator, log, hub, eventTypes });
  }
  registerHealthRoutes(app, {
    ...parts,
    authenticator,
    log,
    localMetricsAreOpen: configuration.auth.alerts !== 'token',
  });
}

/** Creates the transport of subscriptions; undefined if there is no event log. */
function createTransport({ configuration, authenticator, events, log }: HttpServerOptions, parts: Parts) {
  if (events === undefined) return undefined;
  const { hub, types: eventTypes } = events;
  const { timeoutSeconds, maxCost } = configuration.graphql;
  const { heartbeatSeconds } = configuration.events;
  const subscriptions = new Subscriptions({ ...parts, hub, eventTypes, log, timeoutSeconds, maxCost });
  return createSubscriptionTransport({ ...parts, subscriptions, authenticator, log, heartbeatSeconds });
}
