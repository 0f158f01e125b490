import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Complete } from './compiled/completion.js';
import type { DataSource, ExecutionContext } from './data-source.js';
import { abortError, gapError, RequestErrors, toGraphQLError, withCode } from './errors.js';
import type { PreparedOperation } from './federated-graph.js';
import { maxForms } from './forms.js';
import { type Introspect, prepareIntrospection } from './introspection.js';
import type { SelectedOperation } from './operation.js';
import { type CoercePlain, plainCoercion } from './plain-variables.js';
import type { NeededFields } from './plan/needed-fields.js';
import type { ExecutePlan } from './plan/plan.js';
import type { PlanRun } from './plan/run.js';
import { translateError } from './plan/subgraph-errors.js';
import { withoutConditions } from './planning/conditions.js';
import { labelHolds } from './planning/overrides.js';
import { inClientNames, type PlanNames } from './planning/plan-names.js';
import type { OverrideConditions } from './planning/query-plans.js';
import { conditionVariables } from './selection.js';

export interface ExecutionParts {
  readonly document: DocumentNode;
  readonly selected: SelectedOperation;
  readonly schema: GraphQLSchema;
  readonly overrides: Overrides;
  /** Whether forms are there at once: then an operation without conditions is refused when it is prepared. */
  readonly plansAtOnce: boolean;
  /** Throws, or rejects with, {@link RequestErrors}. */
  createForm(form: SelectedOperation, holding: OverrideConditions): OperationForm | Promise<OperationForm>;
}

/** Labels of progressive overrides. */
export interface Overrides {
  readonly labels: readonly string[];
  readonly active: ReadonlySet<string>;
  readonly random: () => number;
}

/** The operation for one combination of its conditions, and of the overrides that hold. */
export interface OperationForm {
  readonly form: SelectedOperation;
  /** What the plan calls otherwise than the client does. */
  readonly names: PlanNames | undefined;
  readonly execute: ExecutePlan;
  readonly complete: Complete;
  readonly needed: NeededFields;
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
  readonly #coercePlain: CoercePlain;
  readonly #introspect: Introspect | undefined;
  readonly #conditions: readonly string[];
  readonly #forms = new LRUCache<string, FormOutcome>({ max: maxForms });
  /** The form of an operation that has no other. */
  #only: OperationForm | undefined;
  readonly #parts: ExecutionParts;

  constructor(parts: ExecutionParts) {
    this.#parts = parts;
    const { selected, schema, overrides } = parts;
    const { operation, fragments } = selected;
    this.#conditions = conditionVariables(selected.document);
    this.#coercePlain = plainCoercion(operation.variableDefinitions ?? []);
    this.#introspect = prepareIntrospection(schema, operation, fragments);
    const hasOneForm = this.#conditions.length === 0 && overrides.labels.length === 0;
    if (!hasOneForm || !parts.plansAtOnce) return;
    const form = parts.createForm(withoutConditions(selected, {}), []);
    if (!(form instanceof Promise)) this.#only = form;
  }

  execute(request: OperationRequest): Promise<ExecutionResult> {
    const only = this.#only;
    if (only?.direct?.coercesVariables && only.form === this.#parts.selected) {
      const { direct } = only;
      return unlessAborted(request, () => this.#runDirect({ form: only, direct }, request));
    }
    const { coerced, errors } = this.#coerce(request);
    if (errors) return Promise.resolve({ errors });
    if (only !== undefined) return unlessAborted(request, () => this.#runForm(only, request, coerced));
    return unlessAborted(request, async () => {
      const { form, refusal } = await this.#formFor(coerced);
      return form === undefined ? { errors: refusal.errors } : await this.#runForm(form, request, coerced);
    });
  }

  #runForm(form: OperationForm, request: OperationRequest, coerced: Record<string, unknown>): Promise<ExecutionResult> {
    const { direct } = form;
    return direct === undefined ? this.#runPlan(form, request, coerced) : this.#runDirect({ form, direct }, request);
  }

  /** The form for the conditions and for the overrides that hold this time; planned when it first occurs. */
  #formFor(variables: Record<string, unknown>): FormOutcome {
    const { selected, overrides } = this.#parts;
    const share = overrides.labels.length === 0 ? 0 : overrides.random();
    const holding = overrides.labels.map(
      (label) => [label, labelHolds(label, { share, active: overrides.active })] as const,
    );
    const marks = [...this.#conditions.map((name) => variables[name] === true), ...holding.map(([, holds]) => holds)];
    const key = marks.map((isTrue) => (isTrue ? '+' : '-')).join('');
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    const outcome = this.#createForm(withoutConditions(selected, variables), holding);
    this.#forms.set(key, outcome);
    return outcome;
  }

  async #createForm(form: SelectedOperation, holding: OverrideConditions): Promise<Awaited<FormOutcome>> {
    try {
      return { form: await this.#parts.createForm(form, holding) };
    } catch (error) {
      if (error instanceof RequestErrors) return { refusal: error };
      throw error;
    }
  }

  #coerce({ variables }: OperationRequest): CoercedVariables {
    const plain = this.#coercePlain(variables);
    if (plain !== undefined) return { coerced: plain };
    const { schema, selected } = this.#parts;
    const { coerced, errors } = getVariableValues(schema, selected.operation.variableDefinitions ?? [], variables);
    return errors ? { errors: errors.map((error) => withCode(error, 'BAD_USER_INPUT')) } : { coerced };
  }

  /** One subgraph runs the client's operation; its result is the answer, with no second walk over it. */
  async #runDirect(
    { form, direct }: { form: OperationForm; direct: DirectFetch },
    request: OperationRequest,
  ): Promise<ExecutionResult> {
    const { subgraph, dataSource } = direct;
    const { context, variables } = request;
    const { document, text, operation } = form.form;
    const operationName = operation.name?.value;
    const errors: GraphQLError[] = [];
    try {
      const result = await dataSource.execute({ document, text, operationName, variables, context });
      for (const error of result.errors ?? []) errors.push(translateError(error, subgraph, error.path));
      if (result.data) return errors.length === 0 ? { data: result.data } : { errors, data: result.data };
    } catch (error) {
      errors.push(toGraphQLError(error));
    }
    const { coerced, errors: refusals } = this.#coerce(request);
    if (refusals) return { errors: refusals };
    return this.#answer(form, {
      merged: {},
      errors,
      variables: coerced,
      isRootUnanswered: true,
      unanswered: new WeakMap(),
    });
  }

  async #runPlan(
    { execute, complete, names, needed }: OperationForm,
    { context, variables: rawVariables }: OperationRequest,
    variables: Record<string, unknown>,
  ): Promise<ExecutionResult> {
    const run: PlanRun = {
      context,
      rawVariables,
      variables,
      errors: [],
      kept: new Map(),
      unanswered: new WeakMap(),
      isRootUnanswered: false,
      merged: {},
    };
    await execute(run);
    if (run.errors.length === 0) return this.#answer({ complete }, run);
    const errors = run.errors.filter(({ path }) => path === undefined || needed.isWanted(path, run.merged));
    return this.#answer(
      { complete },
      { ...run, errors: names === undefined ? errors : errors.map((error) => inClientNames(error, names)) },
    );
  }

  #answer(
    { complete }: Pick<OperationForm, 'complete'>,
    run: Pick<PlanRun, 'merged' | 'errors' | 'variables' | 'unanswered' | 'isRootUnanswered'>,
  ): ExecutionResult {
    const { merged, errors, variables, unanswered } = run;
    if (run.isRootUnanswered) unanswered.set(merged, 'failed');
    try {
      const introspection = this.#introspect?.(variables);
      const { data, problems, gaps } = complete(merged, { variables, introspection, unanswered });
      const answer: ExecutionResult = { data };
      if (errors.length + gaps.length > 0) answer.errors = [...errors, ...gaps.map(gapError)];
      // Data that violates the schema, without an error of the subgraph, is reported separately, as Apollo's gateway does.
      if (errors.length === 0 && problems.length > 0) answer.extensions = { valueCompletion: problems };
      return answer;
    } catch (error) {
      return { errors: [...errors, toGraphQLError(error)], data: null };
    }
  }
}

/** A form that will be there, or why there is none. A refusal is remembered: planning again would take as long. */
type FormOutcome = Promise<
  | { readonly form: OperationForm; readonly refusal?: undefined }
  | { readonly form?: undefined; readonly refusal: RequestErrors }
>;

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
