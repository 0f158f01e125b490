import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../platform/caller.js';
import {
  buildGraphs,
  type GraphOptions as ExecutionOptions,
  type IncrementalResult,
  type PlannedVariants,
  type SubscribeRequest,
} from './execution/index.js';

/** A graph with its public API, whose operations run on behalf of a caller. Engines implement it. */
export interface PublishedGraph {
  readonly apiSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  /**
   * Parses, validates and plans an operation. Results are not cached; callers cache them.
   * @throws {RequestErrors} if the document is not a valid operation of this graph
   */
  prepare(request: OperationToPrepare): PreparedOperation;
}

export interface OperationToPrepare {
  readonly document: string | DocumentNode;
  /** The document as sent by the client, for engines that parse it themselves; may contain other operations. */
  readonly text?: string;
  readonly operationName?: string | undefined;
}

/** A prepared operation, which can be executed many times. */
export interface PreparedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Executes the operation. Variables are raw JSON values. Errors are not masked. */
  execute(request: OperationRequest): Promise<ExecutionResult>;
  /** Executes an operation with `@defer` in parts, if the engine supports it; `execute` ignores `@defer`. */
  readonly executeIncrementally?:
    | ((request: OperationRequest) => Promise<ExecutionResult | IncrementalResult>)
    | undefined;
  /**
   * Opens the subscription; resolves to errors if it was not opened. Absent for queries and mutations, and if the graph
   * serves no subscriptions.
   */
  subscribe?(request: SubscriptionToOpen): Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;
  /** Returns the planned variants; absent if the engine plans operations itself. */
  plannedVariants?(): Promise<PlannedVariants>;
  /** Plans variants of the same operation in another graph before they are requested. */
  planVariants?(variants: PlannedVariants): Promise<void>;
}

export interface SubscriptionToOpen extends SubscribeRequest<RequestContext> {
  /** Called once when another graph replaces this one, which ends the subscription; clients must subscribe again. */
  onReplaced?(): void;
}

export interface OperationRequest {
  readonly variables: Record<string, unknown>;
  readonly context: RequestContext;
  /** The HTTP exchange of a client's request, for engine plugins that read request headers or add response headers. */
  readonly exchange?: HttpExchange;
}

/** An HTTP request, and the headers of its response. */
export interface HttpExchange {
  readonly request: { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders };
  header(name: string, value: string): unknown;
}

/** Rampart's composed graph, with a graph for internal operations. */
export interface Graph extends PublishedGraph {
  /** The graph including `@inaccessible` elements, for internal operations such as those of the REST routes. */
  readonly internal: PublishedGraph;
}

/** A graph and the resources of its engine. */
export interface OpenedGraph<Kind extends PublishedGraph> {
  readonly graph: Kind;
  close(): Promise<void>;
}

export type GraphOptions = ExecutionOptions<RequestContext>;

/**
 * Builds the graph over its subgraphs on Rampart's own engine.
 * @throws {Error} if the supergraph is invalid or a subgraph has no data source
 */
export function buildGraph(options: GraphOptions): Graph {
  const { published, internal } = buildGraphs(options);
  return Object.assign(published, { internal });
}
