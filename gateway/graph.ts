import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../platform/caller.js';

/** The composed graph, ready to prepare operations. */
export interface Graph {
  readonly apiSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  prepare(request: { document: string | DocumentNode; operationName?: string }): PreparedOperation;
}

/** An operation that was planned and compiled once and runs as often as it is asked. */
export interface PreparedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /**
   * Raw JSON variables are coerced inside. The errors are not masked. The data has what the operation asks for, in its order, and
   * nothing else.
   */
  execute(request: { variables: Record<string, unknown>; context: RequestContext }): Promise<ExecutionResult>;
}
