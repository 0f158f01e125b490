import {
  createNodesSubgraph,
  type DataSource,
  type Graph,
  InProcessDataSource,
  nodesName,
  type OpenedGraph,
  openGraph,
  ownersOfNodes,
  subgraphUrl,
  supergraphOf,
  tracedSource,
  withNodes,
} from '../gateway/index.js';
import type { RequestContext } from '../platform/caller.js';
import type { Configuration } from '../platform/configuration/index.js';
import type { Logger } from '../platform/log.js';
import type { Subgraph } from '../platform/subgraph.js';
import type { Placement } from './placement.js';
import type { RemoteSubgraphConnections } from './remote-subgraphs.js';

export interface EngineOptions {
  readonly domains: readonly Subgraph[];
  readonly placement: Pick<Placement, 'remoteSubgraphs'>;
  readonly remote: Pick<RemoteSubgraphConnections, 'dataSources'>;
  readonly settings: Configuration['gateway'];
  readonly log: Logger;
  /** Whether to trace operations and fetches of sampled requests. */
  readonly isTraced?: boolean;
}

/**
 * Opens the graph over the domains of this process and of other processes. Only the schemas of the latter are known
 * here.
 */
export async function openEngine(options: EngineOptions): Promise<OpenedGraph<Graph>> {
  const { domains, placement, remote, settings, log, isTraced = false } = options;
  const remoteSubgraphs = placement.remoteSubgraphs.map(({ definition, url }) => ({
    ...{ name: definition.name, typeDefs: definition.printTypeDefs() },
    url: subgraphUrl(definition.name, url),
  }));
  // With Apollo's engine, graphql-js executes the fetches, so no part of Rampart's engine is used.
  const inProcess = { mode: settings.engine === 'apollo' ? 'interpreted' : 'compiled' } as const;
  const localSources = domains.map((domain) => [domain.name, new InProcessDataSource(domain, inProcess)] as const);
  const reach = isTraced ? tracedSource : <Source>(source: Source) => source;
  const sources: (readonly [string, DataSource<RequestContext>])[] = [...localSources, ...remote.dataSources];
  const dataSources = new Map(sources.map(reach));
  const parts = [...domains, ...remoteSubgraphs];
  const owners = ownersOfNodes(parts);
  const nodes = new InProcessDataSource(createNodesSubgraph({ owners, dataSources }), inProcess);
  const supergraphSdl = supergraphOf(withNodes(parts, owners));
  dataSources.set(...reach([nodesName, nodes]));
  return await openGraph({ supergraphSdl, dataSources, settings, log, isTraced });
}
