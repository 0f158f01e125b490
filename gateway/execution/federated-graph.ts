import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { ExecutionContext } from './data-source.js';

/** The composed graph, ready to prepare operations. */
export interface FederatedGraph<Context extends ExecutionContext = ExecutionContext> {
  readonly apiSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  /**
   * Parses, validates, plans and compiles an operation each time: callers keep what they execute again.
   * @throws {RequestErrors} when the document is not an operation of this graph
   */
  prepare(request: { document: string | DocumentNode; operationName?: string }): PreparedOperation<Context>;
}

/** An operation that was planned and compiled once and runs as often as it is requested. */
export interface PreparedOperation<Context extends ExecutionContext = ExecutionContext> {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /**
   * Raw JSON variables are coerced inside. The errors are not masked. The data has what the operation selects, in its order, and
   * nothing else.
   */
  execute(request: { variables: Record<string, unknown>; context: Context }): Promise<ExecutionResult>;
}
