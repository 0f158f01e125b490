import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../platform/caller.js';
import { buildGraphs, type GraphOptions as ExecutionOptions } from './execution/index.js';

/** A graph as its clients see it; its operations run for a caller. An engine implements it. */
export interface PublishedGraph {
  readonly apiSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  /**
   * Parses, validates and plans an operation each time: callers keep what they execute again.
   * @throws {RequestErrors} when the document is not an operation of this graph
   */
  prepare(request: OperationToPrepare): PreparedOperation;
}

export interface OperationToPrepare {
  readonly document: string | DocumentNode;
  /** What a client sent as the document, for engines that parse it themselves; may have further operations. */
  readonly text?: string;
  readonly operationName?: string | undefined;
}

/** An operation that runs as often as it is requested. */
export interface PreparedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Raw JSON variables are coerced inside. The errors are not masked. */
  execute(request: OperationRequest): Promise<ExecutionResult>;
}

export interface OperationRequest {
  readonly variables: Record<string, unknown>;
  readonly context: RequestContext;
  /** The HTTP exchange of a client's request, for engines with plugins that read headers or add some to the response. */
  readonly exchange?: HttpExchange;
}

/** A request and the headers of its response. */
export interface HttpExchange {
  readonly request: { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders };
  header(name: string, value: string): unknown;
}

/** The composed graph of Rampart. */
export interface Graph extends PublishedGraph {
  /** The same graph with what is `@inaccessible` to clients, for operations of the server itself: those of the REST paths. */
  readonly internal: PublishedGraph;
}

/** A graph on an engine that may have something to close. */
export interface OpenedGraph<Kind extends PublishedGraph> {
  readonly graph: Kind;
  close(): Promise<void>;
}

export type GraphOptions = ExecutionOptions<RequestContext>;

/** Builds the graph over its subgraphs. Throws when the supergraph is not valid or a subgraph of it has no data source. */
export function buildGraph(options: GraphOptions): Graph {
  const { published, internal } = buildGraphs(options);
  return Object.assign(published, { internal });
}
