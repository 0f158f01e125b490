import { connectRemoteSubgraphs, type RemoteSubgraphConnections } from '../../command-line/remote-subgraphs.js';
import { startSubgraphProcess } from '../../command-line/subgraph-process.js';
import { type DataSource, type Graph, InProcessDataSource } from '../../gateway/index.js';
import type { OpenDownload } from '../../platform/download.js';
import type { Platform, SubgraphDefinition } from '../../platform/subgraph.js';
import { apolloGraphOver, graphOver } from './whole-graph.js';

/** Running domains, and the graph over them. Requests to other domains fail. */
export interface Domains {
  readonly graph: Graph;
  /** The graph with one domain unavailable, or at another URL. */
  without(unavailable: string, instead?: { readonly url?: string; readonly timeoutSeconds?: number }): Graph;
  readonly downloads: readonly OpenDownload[];
  /** Resolves when background work has started; never if the database is unavailable. */
  readonly started: Promise<unknown>;
  close(): Promise<void>;
}

/** A form of deployment for the domains of a test. */
export type GraphForm = (platform: Platform, definitions: readonly SubgraphDefinition[]) => Promise<Domains>;

/** In one process, like `rampart serve`. Tests run the jobs. */
export const together: GraphForm = (platform, definitions) => openTogether(platform, definitions, rampartEngine);

/** In one process, with Apollo's engine. */
export const onApollo: GraphForm = (platform, definitions) => openTogether(platform, definitions, apolloEngine);

/**
 * In separate parts, like `rampart serve --only`: each domain has its own listener, database connections and jobs, and
 * is called over HTTP with signatures. They run in this process to share the test clock;
 * `test/distributed/processes.test.ts` uses separate processes.
 */
export const distributed: GraphForm = (platform, definitions) => openDistributed(platform, definitions, rampartEngine);

/** In separate parts, with Apollo's engine. */
export const distributedOnApollo: GraphForm = (platform, definitions) =>
  openDistributed(platform, definitions, apolloEngine);

/** Builds the graph of a test. */
interface Engine {
  /** Execution of in-process fetches. */
  readonly mode: 'compiled' | 'interpreted';
  open(): Promise<(dataSources: Readonly<Record<string, DataSource>>) => Graph>;
}

const rampartEngine: Engine = { mode: 'compiled', open: async () => graphOver };
const apolloEngine: Engine = { mode: 'interpreted', open: apolloGraphOver };

type Definitions = readonly SubgraphDefinition[];

async function openTogether(platform: Platform, definitions: Definitions, { mode, open }: Engine): Promise<Domains> {
  const createGraph = await open();
  const sources = definitions.map((definition) => {
    const domain = definition.create(platform);
    return [domain.name, new InProcessDataSource(domain, { mode })] as const;
  });
  return {
    graph: createGraph(Object.fromEntries(sources)),
    without: (unavailable) => createGraph(Object.fromEntries(sources.filter(([name]) => name !== unavailable))),
    downloads: definitions.flatMap((definition) => definition.createDownloads?.(platform) ?? []),
    started: Promise.resolve(),
    close: async () => {},
  };
}

async function openDistributed(platform: Platform, definitions: Definitions, engine: Engine): Promise<Domains> {
  const createGraph = await engine.open();
  const { clock, log } = platform;
  const configuration = addSharedSecret(platform.configuration);
  const running = await Promise.all(
    definitions.map((definition) => startSubgraphProcess({ configuration, clock, log }, [definition])),
  );
  const remoteDefinitions = definitions.map((definition, index) => ({
    definition,
    url: running[index]?.addresses[0]?.url ?? '',
  }));
  const remote = connectRemoteSubgraphs({ configuration, clock }, remoteDefinitions);
  const others: RemoteSubgraphConnections[] = [];
  function connectElsewhere(
    unavailable: string,
    { url = 'http://127.0.0.1:1', timeoutSeconds = 30 },
  ): RemoteSubgraphConnections {
    const impatient = { ...configuration, graphql: { ...configuration.graphql, timeoutSeconds } };
    const definition = definitions
      .filter(({ name }) => name === unavailable)
      .map((definition) => ({ definition, url }));
    const connections = connectRemoteSubgraphs({ configuration: impatient, clock }, definition);
    others.push(connections);
    return connections;
  }
  const sources = Object.fromEntries(remote.dataSources);
  return {
    graph: createGraph(sources),
    without(unavailable, instead = {}) {
      return createGraph({ ...sources, ...Object.fromEntries(connectElsewhere(unavailable, instead).dataSources) });
    },
    downloads: remote.downloads,
    started: Promise.all(running.map(({ jobsStarted }) => jobsStarted)),
    async close() {
      await Promise.all([remote, ...others].map((connections) => connections.close()));
      await Promise.all(running.map((each) => each.close()));
    },
  };
}

function addSharedSecret(configuration: Platform['configuration']): Platform['configuration'] {
  const cluster = { ...configuration.cluster, sharedSecret: ['a-secret-of-gateway-and-subgraphs-in-tests'] };
  return { ...configuration, cluster };
}

/** A domain whose requests all fail with this error. */
export function failingDomain(definition: SubgraphDefinition, error: Error): SubgraphDefinition {
  return {
    ...definition,
    create: (platform) => ({
      ...definition.create(platform),
      createContext() {
        throw error;
      },
    }),
  };
}
