import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
} from 'graphql';
import { type Complete, compileCompletion } from './compiled/completion.js';
import type { DataSource, ExecutionContext, SubgraphOperation } from './data-source.js';
import { abortError, toGraphQLError, withCode } from './errors.js';
import type { PreparedOperation } from './federated-graph.js';
import { type Introspect, prepareIntrospection } from './introspection.js';
import type { SelectedOperation } from './operation.js';
import { type CoercePlain, plainCoercion } from './plain-variables.js';
import type { ExecutePlan } from './plan/plan.js';
import type { PlanRun } from './plan/run.js';
import { translateError } from './plan/subgraph-errors.js';
import { inClientNames, type PlanNames } from './plan-names.js';
import { conditionVariables } from './selection.js';

export interface ExecutionParts {
  readonly document: DocumentNode;
  readonly selected: SelectedOperation;
  readonly schema: GraphQLSchema;
  /** What the plan calls otherwise than the client does. */
  readonly names: PlanNames | undefined;
  readonly execute: ExecutePlan;
  /** The subgraph whose result is the answer, if the plan allows that. */
  readonly direct: DirectFetch | undefined;
}

export interface DirectFetch {
  readonly subgraph: string;
  readonly dataSource: DataSource;
  /** Whether the subgraph refuses all variables that the graph refuses; the graph then looks at them only to say why. */
  readonly coercesVariables: boolean;
}

export interface OperationRequest {
  readonly variables: Record<string, unknown>;
  readonly context: ExecutionContext;
}

/** Combines the parts of an operation into one that runs for each request. */
export function prepareExecution(parts: ExecutionParts): PreparedOperation {
  const execution = new OperationExecution(parts);
  return {
    document: parts.document,
    operation: parts.selected.operation,
    execute: (request) => execution.execute(request),
  };
}

class OperationExecution {
  readonly #complete: Complete;
  readonly #coercePlain: CoercePlain;
  readonly #introspect: Introspect | undefined;
  readonly #directOperation: SubgraphOperation;

  readonly #parts: ExecutionParts;

  constructor(parts: ExecutionParts) {
    this.#parts = parts;
    const { selected, schema } = parts;
    const { operation, fragments } = selected;
    const source = { schema, operation, fragments, planNames: parts.names?.byField };
    this.#complete = compileCompletion(source, conditionVariables(selected.document));
    this.#coercePlain = plainCoercion(operation.variableDefinitions ?? []);
    this.#introspect = prepareIntrospection(schema, operation, fragments);
    this.#directOperation = {
      document: selected.document,
      text: selected.text,
      operationName: operation.name?.value,
    };
  }

  execute(request: OperationRequest): Promise<ExecutionResult> {
    const { direct } = this.#parts;
    if (direct?.coercesVariables) return unlessAborted(request, () => this.#runDirect(direct, request));
    const { coerced, errors } = this.#coerce(request);
    if (errors) return Promise.resolve({ errors });
    return unlessAborted(request, () =>
      direct === undefined ? this.#runPlan(request, coerced) : this.#runDirect(direct, request),
    );
  }

  #coerce({ variables }: OperationRequest): CoercedVariables {
    const plain = this.#coercePlain(variables);
    if (plain !== undefined) return { coerced: plain };
    const { schema, selected } = this.#parts;
    const { coerced, errors } = getVariableValues(schema, selected.operation.variableDefinitions ?? [], variables);
    return errors ? { errors: errors.map((error) => withCode(error, 'BAD_USER_INPUT')) } : { coerced };
  }

  /** One subgraph runs the client's operation; its result is the answer, with no second walk over it. */
  async #runDirect({ subgraph, dataSource }: DirectFetch, request: OperationRequest): Promise<ExecutionResult> {
    const { context, variables } = request;
    const { document, text, operationName } = this.#directOperation;
    const errors: GraphQLError[] = [];
    try {
      const result = await dataSource.execute({ document, text, operationName, variables, context });
      for (const error of result.errors ?? []) errors.push(translateError(error, subgraph, error.path));
      if (result.data) return errors.length === 0 ? { data: result.data } : { errors, data: result.data };
    } catch (error) {
      errors.push(toGraphQLError(error));
    }
    const { coerced, errors: refusals } = this.#coerce(request);
    return refusals ? { errors: refusals } : this.#answer({ merged: {}, errors, variables: coerced });
  }

  async #runPlan(
    { context, variables: rawVariables }: OperationRequest,
    variables: Record<string, unknown>,
  ): Promise<ExecutionResult> {
    const run: PlanRun = { context, rawVariables, variables, errors: [], kept: new Map(), merged: {} };
    await this.#parts.execute(run);
    const { names } = this.#parts;
    return this.#answer(
      names === undefined ? run : { ...run, errors: run.errors.map((error) => inClientNames(error, names)) },
    );
  }

  #answer({ merged, errors, variables }: Pick<PlanRun, 'merged' | 'errors' | 'variables'>): ExecutionResult {
    try {
      const { data, problems } = this.#complete(merged, { variables, introspection: this.#introspect?.(variables) });
      if (errors.length > 0) return { errors, data };
      // Data that violates the schema, without an error of the subgraph, is reported separately, as Apollo's gateway does.
      return problems.length > 0 ? { data, extensions: { valueCompletion: problems } } : { data };
    } catch (error) {
      return { errors: [...errors, toGraphQLError(error)], data: null };
    }
  }
}

type CoercedVariables =
  | { readonly coerced: Record<string, unknown>; readonly errors?: undefined }
  | { readonly coerced?: undefined; readonly errors: readonly GraphQLError[] };

function unlessAborted(
  { context: { signal } }: OperationRequest,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  return signal.aborted ? Promise.resolve(aborted(signal)) : untilAborted(signal, run());
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
