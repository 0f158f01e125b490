import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { ExecutionContext } from './data-source.js';
import type { IncrementalResult } from './incremental-result.js';

/** The composed graph, which prepares operations for execution. */
export interface FederatedGraph<Context extends ExecutionContext = ExecutionContext> {
  readonly apiSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  /**
   * Parses, validates, plans and compiles an operation. Results are not cached; callers cache them.
   * @throws {RequestErrors} if the document is not a valid operation of this graph
   */
  prepare(request: { document: string | DocumentNode; operationName?: string }): PreparedOperation<Context>;
}

/** A planned and compiled operation, which can be executed many times. */
export interface PreparedOperation<Context extends ExecutionContext = ExecutionContext> {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /**
   * Executes the operation. Variables are raw JSON values. Errors are not masked. The data has exactly the selected
   * fields, in order.
   */
  execute(request: { variables: Record<string, unknown>; context: Context }): Promise<ExecutionResult>;
  /**
   * Executes an operation with `@defer` in parts; undefined for operations without `@defer`. `execute` ignores
   * `@defer`. The result is not incremental if no deferred fragment needs additional fetches.
   */
  readonly executeIncrementally?: ExecuteIncrementally<Context> | undefined;
  /**
   * Subscribes until the signal of the context aborts. Resolves to the results once the subgraph has accepted the
   * subscription, or to errors if the subscription was not opened. The iteration ends when the subgraph completes the
   * subscription, and throws when the connection is lost. Absent for queries and mutations.
   */
  subscribe?(request: SubscribeRequest<Context>): Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;
  /** Returns the planned variants, by which the same operation of another graph can be planned. */
  plannedVariants(): Promise<PlannedVariants>;
  /** Plans variants before they are requested. Between two variants, other tasks of the process continue. */
  planVariants(variants: PlannedVariants): Promise<void>;
}

/** Keys of variants: combinations of the values of variables in conditions and of active override labels. */
export interface PlannedVariants {
  readonly complete: readonly string[];
  /** Variants for execution in parts. */
  readonly deferred: readonly string[];
}

export interface SubscribeRequest<Context extends ExecutionContext = ExecutionContext> {
  readonly variables: Record<string, unknown>;
  /** The context of the subscription. */
  readonly context: Context;
  /** Creates the context for the fetches that complete one event. */
  eventContext(): Context;
}

export type ExecuteIncrementally<Context extends ExecutionContext = ExecutionContext> = (request: {
  variables: Record<string, unknown>;
  context: Context;
}) => Promise<ExecutionResult | IncrementalResult>;
