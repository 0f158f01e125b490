import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildGraph,
  composeSupergraph,
  createCallers,
  type Graph,
  type HttpServer,
  InProcessDataSource,
  OperatorTokens,
  openCertificateSource,
  readAdminToken,
  type ServiceListener,
  startHttpServer,
} from '../gateway/index.js';
import type { Clock } from '../platform/clock.js';
import { type Configuration, snakeCase } from '../platform/configuration/index.js';
import { type Database, openDatabase } from '../platform/database/index.js';
import { startJobWorker } from '../platform/jobs.js';
import type { Logger } from '../platform/log.js';
import { projectRoot } from '../platform/project-root.js';
import { sweepRateWindows } from '../platform/rate-windows.js';
import type { Subgraph } from '../platform/subgraph.js';
import { listeningServices, restAdapters, trustedDocuments } from '../rest-adapters/index.js';
import { subgraphs } from '../subgraphs/index.js';

export interface RampartOptions {
  configuration: Configuration;
  clock: Clock;
  log: Logger;
}

export interface Address {
  name: string;
  url: string;
}

/** Everything in one process, at work. */
export interface Rampart {
  /** What is served where, in the order in which it is printed. */
  readonly addresses: readonly Address[];
  readonly graph: Graph;
  readonly database: Database;
  /** Resolves when jobs are taken. */
  readonly jobsStarted: Promise<void>;
  /** Lets requests and jobs under way finish, then stops. */
  close(): Promise<void>;
}

/**
 * Starts the database, the domains, the gateway, the REST adapters and the job worker in this process.
 * @throws {Error} when the settings do not allow it or a port is taken; nothing is left running then
 */
export async function startRampart({ configuration, clock, log }: RampartOptions): Promise<Rampart> {
  assertOneProcess(configuration);
  const database = await openDatabase({ configuration, log });
  try {
    const platform = { configuration, database, clock, log };
    const domains = subgraphs.map((definition) => definition.create(platform));
    const graph = createGraph(domains);
    const callers = createCallers({
      operatorTokens: new OperatorTokens({ database, clock }),
      adminToken: readAdminToken({ configuration, log }),
      authenticators: subgraphs.flatMap((definition) => definition.createAuthenticator?.(platform) ?? []),
    });
    const server = await startHttpServer({
      ...{ configuration, log, database, graph, callers },
      adapters: restAdapters({ graph, log }),
      serviceListeners: await serviceListeners({ ...platform, graph }),
      downloads: subgraphs.flatMap((definition) => definition.createDownloads?.(platform) ?? []),
      trustedDocuments: [...trustedDocuments(graph), ...consoleDocuments()],
    });
    const jobs = [sweepRateWindows(platform), ...domains.flatMap((domain) => domain.jobs)];
    const worker = startJobWorker({ database, jobs, log });
    const ends: (() => void)[] = [];
    void worker.started.then(() => ends.push(...domains.flatMap((domain) => domain.start?.() ?? []))).catch(() => {});
    return {
      addresses: addressesOf(configuration.server.publicUrl || server.url, server),
      graph,
      database,
      jobsStarted: worker.started,
      async close() {
        await server.close();
        for (const end of ends) end();
        await worker.stop();
        await Promise.all(domains.map((domain) => domain.close?.()));
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function createGraph(domains: readonly Subgraph[]): Graph {
  return buildGraph({
    supergraphSdl: composeSupergraph(domains),
    dataSources: new Map(domains.map((domain) => [domain.name, new InProcessDataSource(domain)])),
  });
}

/** The documented services with a listener of their own, each where the section of its name says. */
async function serviceListeners(options: RampartOptions & { graph: Graph }): Promise<ServiceListener[]> {
  const { configuration, clock, log, graph } = options;
  const { server } = configuration;
  return await Promise.all(
    listeningServices({ graph, log }).map(async (service) => {
      const { host, port, tls } = configuration[service.name];
      const certificate = await openCertificateSource({ name: service.name, host, tls, server, clock, log });
      return { ...service, host, port, certificate };
    }),
  );
}

/** Addresses that would be ignored are refused: whoever set them believes that subgraphs run apart. */
function assertOneProcess({ cluster }: Configuration): void {
  for (const [key, value] of Object.entries(cluster)) {
    if (value !== '')
      throw new Error(`[cluster] ${snakeCase(key)} is set, but this version runs everything in one process; remove it`);
  }
}

/** The operations of the console's pages, as the console sends them. */
function consoleDocuments(): string[] {
  const files = globSync('console/**/*.graphql', { cwd: projectRoot });
  return files.map((file) => readFileSync(join(projectRoot, file), 'utf8'));
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
