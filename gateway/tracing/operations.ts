import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import { currentSpan, type Span, traced, within } from '../../platform/telemetry/index.js';
import type { WrapPlanning } from '../execution/index.js';
import type { PreparedOperation, PublishedGraph } from '../graph.js';

const unnamed = 'GraphQL Operation';
const operationSpans = new WeakSet<Span>();

export interface KnownOperation {
  readonly operationName: string | undefined;
  readonly isMutation: boolean;
}

/**
 * Runs all that answers one GraphQL request in a span of its own, if the request is sampled.
 * @param known the operation, where it is not one of a traced graph, which describes it itself
 */
export function traceOperation<Result>(run: () => Result, known?: KnownOperation): Result {
  const parent = currentSpan();
  if (!parent?.isSampled) return run();
  const type = known?.isMutation ? 'mutation' : 'query';
  const attributes = known && { 'graphql.operation.type': type, 'graphql.operation.name': known.operationName };
  const span = parent.child(known === undefined ? unnamed : type, { kind: 'server', attributes: attributes ?? {} });
  operationSpans.add(span);
  return within(span, run);
}

export interface TracedGraphOptions {
  /** Whether spans are named after operations: clients choose any names, the server a few. */
  readonly isNamed: boolean;
}

/** The same graph; executions of its operations are described by the span of `traceOperation`, or by one of their own. */
export function tracedGraph(graph: PublishedGraph, options: TracedGraphOptions): PublishedGraph {
  const { apiSchema, supergraphSdl } = graph;
  return { apiSchema, supergraphSdl, prepare: (request) => tracedOperation(graph.prepare(request), options) };
}

function tracedOperation(prepared: PreparedOperation, options: TracedGraphOptions): PreparedOperation {
  return {
    ...prepared,
    execute(request) {
      const span = currentSpan();
      if (!span?.isSampled) return prepared.execute(request);
      const run = (): Promise<ExecutionResult> => described(prepared, options, () => prepared.execute(request));
      return operationSpans.has(span) ? run() : traceOperation(run);
    },
  };
}

async function described(
  { operation }: PreparedOperation,
  { isNamed }: TracedGraphOptions,
  execute: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const span = currentSpan();
  span?.rename(isNamed ? nameOf(operation) : operation.operation);
  span?.describe({
    'graphql.operation.type': operation.operation,
    'graphql.operation.name': operation.name?.value,
  });
  const result = await execute();
  if (span !== undefined) failBy(result.errors, span);
  return result;
}

function nameOf({ operation, name }: OperationDefinitionNode): string {
  return name === undefined ? operation : `${operation} ${name.value}`;
}

/** Fails the span by the code of the first error. */
export function failBy(errors: readonly { readonly extensions?: unknown }[] | undefined, span: Span): void {
  const [first] = errors ?? [];
  if (first === undefined) return;
  const { code } = (first.extensions ?? {}) as { code?: unknown };
  span.fail(typeof code === 'string' ? code : 'GraphQLError');
  span.describe({ 'rampart.graphql.errors': errors?.length });
}

/** Traces the planning of an operation that is prepared for a sampled request. */
export const tracePlanning: WrapPlanning = (plan) => traced('plan', {}, plan);
