import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
} from 'graphql';
import type { RequestContext } from '../../platform/caller.js';
import type { PreparedOperation } from '../graph.js';
import { type Complete, compileCompletion } from './compiled/completion.js';
import { compileSerializer } from './compiled/serializer.js';
import type { DataSource, SubgraphOperation } from './data-source.js';
import { abortError, toGraphQLError, withCode } from './errors.js';
import { type Introspect, prepareIntrospection } from './introspection.js';
import type { SelectedOperation } from './operation.js';
import type { ExecutePlan } from './plan/plan.js';
import type { PlanRun } from './plan/run.js';
import { translateError } from './plan/subgraph-errors.js';
import { conditionVariables } from './selection.js';

export interface ExecutionParts {
  readonly document: DocumentNode;
  readonly selected: SelectedOperation;
  readonly schema: GraphQLSchema;
  readonly execute: ExecutePlan;
  /** The subgraph whose result is the answer, if the plan allows that. */
  readonly direct: { readonly subgraph: string; readonly dataSource: DataSource } | undefined;
  readonly enumValue: ((name: string) => string) | undefined;
}

export interface OperationRequest {
  readonly variables: Record<string, unknown>;
  readonly context: RequestContext;
}

/** Puts the parts of an operation together so that they run for each request. */
export function prepareExecution(parts: ExecutionParts): PreparedOperation {
  const execution = new OperationExecution(parts);
  let serialize: ((data: unknown) => string) | undefined;
  return {
    document: parts.document,
    operation: parts.selected.operation,
    execute: (request) => execution.execute(request),
    serialize: (data) => {
      serialize ??= compileSerializer({
        schema: parts.schema,
        document: parts.selected.document,
        enumValue: parts.enumValue,
      });
      return serialize(data);
    },
  };
}

class OperationExecution {
  private readonly complete: Complete;
  private readonly introspect: Introspect | undefined;
  private readonly directOperation: SubgraphOperation;

  constructor(private readonly parts: ExecutionParts) {
    const { selected, schema } = parts;
    const { operation, fragments } = selected;
    this.complete = compileCompletion({ schema, operation, fragments }, conditionVariables(selected.document));
    this.introspect = prepareIntrospection(schema, operation, fragments);
    this.directOperation = {
      document: selected.document,
      text: selected.text,
      operationName: operation.name?.value,
    };
  }

  async execute(request: OperationRequest): Promise<ExecutionResult> {
    const { schema, selected } = this.parts;
    const definitions = selected.operation.variableDefinitions ?? [];
    const { coerced, errors } = getVariableValues(schema, definitions, request.variables);
    if (errors) return { errors: errors.map((error) => withCode(error, 'BAD_USER_INPUT')) };
    const { signal } = request.context;
    if (signal.aborted) return aborted(signal);
    return await untilAborted(signal, this.run(request, coerced));
  }

  private run(request: OperationRequest, variables: Record<string, unknown>): Promise<ExecutionResult> {
    return this.parts.direct === undefined
      ? this.runPlan(request, variables)
      : this.runDirect(this.parts.direct, request, variables);
  }

  /** One subgraph runs the client's operation; its result is the answer, with no second walk over it. */
  private async runDirect(
    { subgraph, dataSource }: NonNullable<ExecutionParts['direct']>,
    { context, variables: rawVariables }: OperationRequest,
    variables: Record<string, unknown>,
  ): Promise<ExecutionResult> {
    const errors: GraphQLError[] = [];
    try {
      const result = await dataSource.execute({ ...this.directOperation, variables: rawVariables, context });
      for (const error of result.errors ?? []) errors.push(translateError(error, subgraph, error.path));
      if (result.data) return errors.length === 0 ? { data: result.data } : { errors, data: result.data };
    } catch (error) {
      errors.push(toGraphQLError(error));
    }
    return this.answer({ merged: {}, errors, variables });
  }

  private async runPlan(
    { context, variables: rawVariables }: OperationRequest,
    variables: Record<string, unknown>,
  ): Promise<ExecutionResult> {
    const run: PlanRun = { context, rawVariables, variables, errors: [], merged: {} };
    await this.parts.execute(run);
    return this.answer(run);
  }

  private answer({ merged, errors, variables }: Pick<PlanRun, 'merged' | 'errors' | 'variables'>): ExecutionResult {
    try {
      const { data, problems } = this.complete(merged, { variables, introspection: this.introspect?.(variables) });
      if (errors.length > 0) return { errors, data };
      // What a subgraph answered against the schema without an error of its own is told apart, as Apollo's gateway does.
      return problems.length > 0 ? { data, extensions: { valueCompletion: problems } } : { data };
    } catch (error) {
      return { errors: [...errors, toGraphQLError(error)], data: null };
    }
  }
}

function aborted(signal: AbortSignal): ExecutionResult {
  return { errors: [abortError(signal)], data: null };
}

/** The result, or the abort's answer as soon as the signal aborts: a fetch that hangs keeps nobody waiting. */
function untilAborted(signal: AbortSignal, result: Promise<ExecutionResult>): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(aborted(signal));
    signal.addEventListener('abort', stop);
    result.then(
      (value) => {
        signal.removeEventListener('abort', stop);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', stop);
        reject(error);
      },
    );
  });
}
