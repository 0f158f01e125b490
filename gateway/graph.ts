import type { RequestContext } from '../platform/caller.js';
import {
  buildGraphs,
  type FederatedGraph,
  type GraphOptions,
  type PreparedOperation as Operation,
} from './execution/index.js';

/** A graph as its clients see it; its operations run for a caller. */
export type PublishedGraph = FederatedGraph<RequestContext>;

/** The composed graph of Rampart. */
export interface Graph extends PublishedGraph {
  /** The same graph with what is `@inaccessible` to clients, for operations of the server itself: those of the REST paths. */
  readonly internal: PublishedGraph;
}

export type PreparedOperation = Operation<RequestContext>;

/** Builds the graph over its subgraphs. Throws when the supergraph is not valid or a subgraph of it has no data source. */
export function buildGraph(options: GraphOptions<RequestContext>): Graph {
  const { published, internal } = buildGraphs(options);
  return Object.assign(published, { internal });
}
