import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import { currentSpan, runAndEndSpan, type Span, traced } from '../../platform/telemetry/index.js';
import { type IncrementalResult, isIncremental, type WrapPlanning } from '../execution/index.js';
import type { PreparedOperation, PublishedGraph } from '../graph.js';

const unnamedOperation = 'GraphQL Operation';
const operationSpans = new WeakSet<Span>();

export interface OperationDescription {
  readonly operationName: string | undefined;
  readonly isMutation: boolean;
}

/**
 * Runs one GraphQL request in its own span, if the request is sampled.
 * @param operation description for the span; absent for a traced graph, which describes its operations itself
 */
export function traceOperation<Result>(run: () => Result, operation?: OperationDescription): Result {
  const parent = currentSpan();
  if (!parent?.isSampled) return run();
  const type = operation?.isMutation ? 'mutation' : 'query';
  const attributes = operation && { 'graphql.operation.type': type, 'graphql.operation.name': operation.operationName };
  const span = parent.child(operation === undefined ? unnamedOperation : type, {
    kind: 'server',
    attributes: attributes ?? {},
  });
  operationSpans.add(span);
  return runAndEndSpan(span, run);
}

export interface TracedGraphOptions {
  /**
   * Whether to include operation names in span names: not for clients, which can choose arbitrary names, but for the
   * server's own operations, which are few.
   */
  readonly isNamed: boolean;
}

/**
 * Wraps a graph, so each execution of an operation is described by the span of `traceOperation` or, outside of such a
 * span, by its own span.
 */
export function tracedGraph(graph: PublishedGraph, options: TracedGraphOptions): PublishedGraph {
  const { apiSchema, supergraphSdl } = graph;
  return { apiSchema, supergraphSdl, prepare: (request) => tracedOperation(graph.prepare(request), options) };
}

function tracedOperation(prepared: PreparedOperation, options: TracedGraphOptions): PreparedOperation {
  const { executeIncrementally } = prepared;
  return {
    ...prepared,
    execute: (request) => executeDescribed(prepared, options, () => prepared.execute(request)),
    executeIncrementally:
      executeIncrementally && ((request) => executeDescribed(prepared, options, () => executeIncrementally(request))),
  };
}

function executeDescribed<Result extends ExecutionResult | IncrementalResult>(
  prepared: PreparedOperation,
  options: TracedGraphOptions,
  execute: () => Promise<Result>,
): Promise<Result> {
  const span = currentSpan();
  if (!span?.isSampled) return execute();
  const run = (): Promise<Result> => describeExecution(prepared, options, execute);
  return operationSpans.has(span) ? run() : traceOperation(run);
}

async function describeExecution<Result extends ExecutionResult | IncrementalResult>(
  { operation }: PreparedOperation,
  { isNamed }: TracedGraphOptions,
  execute: () => Promise<Result>,
): Promise<Result> {
  const span = currentSpan();
  span?.rename(isNamed ? nameOf(operation) : operation.operation);
  span?.describe({
    'graphql.operation.type': operation.operation,
    'graphql.operation.name': operation.name?.value,
  });
  const result = await execute();
  const executionResult: ExecutionResult | IncrementalResult = result;
  if (span !== undefined)
    recordErrors((isIncremental(executionResult) ? executionResult.initial : executionResult).errors, span);
  return result;
}

function nameOf({ operation, name }: OperationDefinitionNode): string {
  return name === undefined ? operation : `${operation} ${name.value}`;
}

/** Marks the span as failed, with the code of the first error. */
export function recordErrors(errors: readonly { readonly extensions?: unknown }[] | undefined, span: Span): void {
  const [first] = errors ?? [];
  if (first === undefined) return;
  const { code } = (first.extensions ?? {}) as { code?: unknown };
  span.fail(typeof code === 'string' ? code : 'GraphQLError');
  span.describe({ 'rampart.graphql.errors': errors?.length });
}

/** Traces the planning of an operation in sampled requests. */
export const tracePlanning: WrapPlanning = (plan) => traced('plan', {}, plan);
