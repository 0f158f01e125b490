import { type ExecutionResult, GraphQLError } from 'graphql';
import type { FetchResult } from './data-source.js';
import { ExecutionError, toGraphQLError } from './errors.js';
import type { SubscribeRequest } from './federated-graph.js';
import type { FetchParts } from './plan/subgraph-call.js';
import { translateError } from './plan/subgraph-errors.js';

/** The subscription of one subgraph whose events start the plan of an operation. */
export type SubscriptionSource = Pick<FetchParts, 'subgraph' | 'dataSource' | 'operation' | 'variableNames'>;

type Execute = (event: FetchResult) => Promise<ExecutionResult>;

/**
 * Subscribes to the events of a subgraph, and executes the rest of the plan for each event in turn: the next event is
 * read after the result of the previous one has been consumed.
 * @param source undefined if `@skip` or `@include` excludes the subscription's root field
 */
export async function openEvents(
  source: SubscriptionSource | undefined,
  request: SubscribeRequest,
  execute: Execute,
): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  if (source === undefined) {
    return {
      errors: [rejection('The subscription selects no field: @skip or @include excludes its field', 'BAD_USER_INPUT')],
    };
  }
  const { subgraph, dataSource, operation } = source;
  if (dataSource?.subscribe === undefined) {
    return { errors: [rejection('Subscriptions are not supported', 'GRAPHQL_VALIDATION_FAILED')] };
  }
  const { context, variables: all } = request;
  const names = source.variableNames.filter((name) => Object.hasOwn(all, name));
  const variables = Object.fromEntries(names.map((name) => [name, all[name]]));
  try {
    const events = await dataSource.subscribe({ ...operation, variables, context });
    if (Symbol.asyncIterator in events) return resultsOf(events, execute);
    return { errors: (events.errors ?? []).map((error) => translateError(error, subgraph, error.path)) };
  } catch (error) {
    return { errors: [toGraphQLError(error)] };
  }
}

async function* resultsOf(events: AsyncIterable<FetchResult>, execute: Execute): AsyncGenerator<ExecutionResult> {
  for await (const event of events) yield await execute(event);
}

function rejection(message: string, code: string): GraphQLError {
  return new GraphQLError(message, { originalError: new ExecutionError(message, { code }) });
}
