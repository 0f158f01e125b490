import { randomUUID } from 'node:crypto';
import type { Graph } from '../../gateway/index.js';
import { localAdministrator, type OperatorCaller, type RequestContext } from '../../platform/caller.js';

/**
 * Runs an operation of the graph as the local administrator.
 * @throws {GraphQLError} the first error of the result
 */
export async function administer(graph: Graph, document: string, variables: Record<string, unknown>): Promise<unknown> {
  const result = await graph.prepare({ document }).execute({ variables, context: requestContext() });
  if (result.errors?.[0] !== undefined) throw result.errors[0];
  return result.data;
}

/** The context of a request; by default, of the local administrator. */
export function requestContext(caller: OperatorCaller = localAdministrator): RequestContext {
  return {
    caller,
    via: 'command-line',
    signal: new AbortController().signal,
    requestId: randomUUID(),
    sourceAddress: '127.0.0.1',
  };
}
