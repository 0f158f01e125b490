import { assertMayListen } from '../gateway/authentication/index.js';
import {
  AccessChecks,
  accessAdministration,
  accessTokenAuthenticator,
  browserSessions,
  controllerIdentification,
  createAccessCheck,
  createCallerAuthenticator,
  createResponseCache,
  createResponseSigner,
  findProvider,
  type Graph,
  type HttpServer,
  identityProviders,
  limitFailures,
  type OpenedGraph,
  OperatorTokens,
  openCertificateSource,
  readAdminTokens,
  type ServiceListener,
  Sessions,
  SharedCounts,
  sessionCookies,
  startHttpServer,
} from '../gateway/index.js';
import type { Database } from '../platform/database/index.js';
import { EventHub } from '../platform/events/index.js';
import type { Platform } from '../platform/subgraph.js';
import { listeningServices, restAdapters, trustedDocuments } from '../rest-adapters/index.js';
import { subgraphs } from '../subgraphs/index.js';
import { type BackgroundJobs, startJobs } from './background-jobs.js';
import { consoleDocuments } from './console-documents.js';
import { domainMetrics } from './domain-metrics.js';
import { openEngine } from './engine.js';
import { type Placement, placementOf } from './placement.js';
import { openProcessServices, type ProcessServices } from './process-services.js';
import { connectRemoteSubgraphs, type RemoteSubgraphConnections } from './remote-subgraphs.js';
import type { Address, RampartOptions, RunningProcess } from './running.js';
import { startSubgraphProcess } from './subgraph-process.js';

/** A process with the gateway. */
export interface Rampart extends RunningProcess {
  readonly graph: Graph;
  readonly database: Database;
}

/** Starts all parts in this process. */
export async function startRampart(options: RampartOptions): Promise<Rampart> {
  return await startGatewayProcess(options, placementOf([], options.configuration));
}

/**
 * Starts these parts in this process, or all parts if `partNames` is empty.
 * @throws {Error} if the settings are invalid or a port is in use; everything that was started is then stopped
 */
export async function startParts(options: RampartOptions, partNames: readonly string[]): Promise<RunningProcess> {
  const placement = placementOf(partNames, options.configuration);
  return placement.hasGateway
    ? await startGatewayProcess(options, placement)
    : await startSubgraphProcess(options, placement.localSubgraphs);
}

/**
 * Starts a gateway process: the database, the gateway with the REST adapters, and the domains of this process with
 * their jobs.
 */
async function startGatewayProcess(options: RampartOptions, placement: Placement): Promise<Rampart> {
  const { configuration, log, worker } = options;
  // Verified before the database starts, so an error is reported immediately.
  assertMayListen(configuration);
  const { closeServices, ...services } = await openProcessServices(options);
  const credentials = gatewayCredentials(services);
  const platform = { ...services, access: credentials.access };
  const remote = connectRemoteSubgraphs(platform, placement.remoteSubgraphs);
  let engine: OpenedGraph<Graph> | undefined;
  async function closeParts(): Promise<void> {
    await engine?.close();
    await remote.close();
    await closeServices();
  }
  try {
    const parts = placement.localSubgraphs.map((definition) => ({ definition, domain: definition.create(platform) }));
    const domains = parts.map(({ domain }) => domain);
    const isTraced = services.telemetry !== undefined;
    engine = await openEngine({ domains, placement, remote, settings: configuration.gateway, log, isTraced });
    const { graph } = engine;
    let jobs: BackgroundJobs | undefined;
    const isProcessingJobs = () => jobs?.isProcessingJobs() ?? true;
    const server = await startGatewayServer({
      platform,
      placement,
      graph,
      remote,
      credentials,
      worker,
      isProcessingJobs,
    });
    const working = parts.filter(({ definition }) => !definition.isOfGateway).map(({ domain }) => domain);
    jobs = startJobs(platform, working, { hasGateway: true, runsJobs: worker?.runsJobs });
    const { started, stop } = jobs;
    return {
      addresses: addressesOf(configuration.server.publicUrl || server.url, server),
      listening: [server.url, ...server.serviceUrls.values()],
      ...{ graph, database: services.database, jobsStarted: started },
      retire: () => server.retire(),
      async close() {
        await server.close();
        await Promise.all(credentials.people.map((identity) => identity.close()));
        await stop();
        await closeParts();
      },
    };
  } catch (error) {
    await closeParts();
    throw error;
  }
}

interface ServerOptions extends GatewayPartsOptions {
  readonly platform: GatewayPartsOptions['platform'] & Pick<ProcessServices, 'securityEvents'>;
  readonly credentials: ReturnType<typeof gatewayCredentials>;
  readonly worker: RampartOptions['worker'];
  readonly isProcessingJobs: () => boolean;
}

async function startGatewayServer({
  credentials,
  worker,
  isProcessingJobs,
  ...options
}: ServerOptions): Promise<HttpServer> {
  const { platform, graph } = options;
  const sharedCounts = worker === undefined ? undefined : new SharedCounts();
  const server = await startHttpServer({
    ...platform,
    ...(await gatewayParts(options)),
    ...{ graph, sharedCounts, sessions: credentials.sessions, identityProviders: credentials.people },
    authenticator: limitFailures({ ...platform, authenticator: credentials.authenticator, sharedCounts }),
    ...{ isProcessingJobs, publishMetrics: worker?.publishMetrics },
  });
  if (sharedCounts !== undefined) worker?.shareCounts(sharedCounts);
  return server;
}

/** Creates everything that identifies callers: sessions, identity providers, tokens and API keys. */
function gatewayCredentials(services: Omit<ProcessServices, 'closeServices'>) {
  const { configuration, clock, log } = services;
  const { publicUrl } = configuration.server;
  const operatorTokens = new OperatorTokens(services);
  const sessions = new Sessions(services);
  const people = identityProviders(services);
  const accessChecks = new AccessChecks({ ...services, sessions, checkAccess: createAccessCheck(people, log) });
  const browser = browserSessions({
    ...{ sessions, cookies: sessionCookies({ publicUrl }), publicUrl, accessChecks },
    hasProvider: (session) => findProvider(people, session) !== undefined,
  });
  const authenticator = createCallerAuthenticator({
    sessions: browser,
    operatorTokens,
    adminTokens: readAdminTokens(services),
    // Keys and tokens are looked up in the database, even if their domain runs in another process.
    authenticators: [
      accessTokenAuthenticator({ providers: configuration.oidcProviders, clock, log }),
      ...subgraphs.flatMap((definition) => definition.createAuthenticator?.(services) ?? []),
    ],
  });
  return {
    ...{ authenticator, sessions: browser, people },
    access: accessAdministration({ ...services, operatorTokens, sessions }),
  };
}

/** Returns the parts of the server that the domains and the REST adapters provide. */
async function gatewayParts({ platform, placement, graph, remote }: GatewayPartsOptions) {
  return {
    adapters: restAdapters({ graph, log: platform.log }),
    serviceListeners: await serviceListeners({ ...platform, graph }),
    downloads: [
      ...placement.localSubgraphs.flatMap((definition) => definition.createDownloads?.(platform) ?? []),
      ...remote.downloads,
    ],
    recordStreams: new Map(
      subgraphs.flatMap(({ name, createStreams }) => (createStreams ? [[name, createStreams(platform)]] : [])),
    ),
    responses: createResponseCache({ ...platform, domains: placement.localSubgraphs }),
    fetches: remote.fetches,
    // The event log is in the database, even if the domains that write it run in other processes.
    events: {
      hub: new EventHub(platform),
      types: subgraphs.flatMap((definition) => definition.createEventTypes?.(platform) ?? []),
    },
    additionalMetrics: domainMetrics(platform, placement.localSubgraphs),
    trustedDocuments: [...trustedDocuments(graph), ...consoleDocuments()],
  };
}

interface GatewayPartsOptions {
  readonly platform: Platform & Pick<ProcessServices, 'jobRuns'>;
  readonly placement: Placement;
  readonly graph: Graph;
  readonly remote: RemoteSubgraphConnections;
}

/**
 * Returns the documented services that have a separate listener, each with the address in its section of the settings.
 */
async function serviceListeners(options: RampartOptions & { graph: Graph }): Promise<ServiceListener[]> {
  const { configuration, clock, log, graph } = options;
  const { server } = configuration;
  return await Promise.all(
    listeningServices({ graph, log }).map(async (service) => {
      const { host, port, tls, controllerAuth } = configuration[service.name];
      const clientCaFile = controllerAuth === 'certificate' ? configuration[service.name].clientCaFile : '';
      const identify = await controllerIdentification(configuration[service.name], clock);
      const certificate = await openCertificateSource({
        name: service.name,
        host,
        tls,
        clientCaFile,
        server,
        clock,
        log,
      });
      const { signingKeyFile: keyFile, signResponses } = configuration[service.name];
      const signer = createResponseSigner({ keyFile, signsAll: signResponses === 'always', clock, log });
      return { ...service, host, port, certificate, identify, signer };
    }),
  );
}

function addressesOf(url: string, { serviceUrls }: HttpServer): Address[] {
  return [
    { name: 'graphql', url: `${url}/graphql` },
    { name: 'rest', url },
    ...[...serviceUrls].map(([name, serviceUrl]) => ({ name, url: serviceUrl })),
    { name: 'console', url: `${url}/` },
    { name: 'docs', url: `${url}/docs` },
  ];
}
