import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
} from 'graphql';
import type { Complete } from './compiled/completion.js';
import type { DataSource, ExecutionContext, FetchResult } from './data-source.js';
import { deferVariables, hasDefer } from './deferral/defer-directive.js';
import { type DeferredForm, executeDeferred } from './deferral/deferred-run.js';
import { abortError, gapErrors, toGraphQLError, withCode } from './errors.js';
import { type EventSource, openEvents } from './events.js';
import type { PreparedOperation, SubscribeRequest } from './federated-graph.js';
import { Forms, type Overrides } from './forms.js';
import type { IncrementalResult } from './incremental-result.js';
import { type Introspect, prepareIntrospection } from './introspection.js';
import type { SelectedOperation } from './operation.js';
import { type CoercePlain, compilePlainCoercion } from './plain-variables.js';
import type { NeededFields } from './plan/needed-fields.js';
import type { ExecutePlan } from './plan/plan.js';
import type { PlanRun } from './plan/run.js';
import { translateError } from './plan/subgraph-errors.js';
import { withDefersOnly, withoutConditions } from './planning/conditions.js';
import { inClientNames, type PlanNames } from './planning/plan-names.js';
import type { OverrideConditions } from './planning/query-plans.js';
import { conditionVariables } from './selection.js';
import { serializedText } from './serialized-result.js';

export interface ExecutionParts {
  readonly document: DocumentNode;
  readonly selected: SelectedOperation;
  readonly schema: GraphQLSchema;
  readonly overrides: Overrides;
  /**
   * Whether forms are created synchronously. An operation without conditions that cannot be planned is then rejected
   * when it is prepared.
   */
  readonly isPlannedSynchronously: boolean;
  /** Plans and compiles a form. Throws, or rejects with, {@link RequestErrors}. */
  createForm(form: SelectedOperation, overrideConditions: OverrideConditions): OperationForm | Promise<OperationForm>;
  /** Like `createForm`, for a form with `@defer`; undefined if no fetch can be deferred. */
  createDeferredForm(
    form: SelectedOperation,
    overrideConditions: OverrideConditions,
  ): DeferredForm | undefined | Promise<DeferredForm | undefined>;
}

/** A form (compiled variant) of an operation, for one combination of conditions and override labels. */
export interface OperationForm {
  readonly form: SelectedOperation;
  /** Names in the plan, where they differ from the client's; undefined if none differ. */
  readonly names: PlanNames | undefined;
  readonly execute: ExecutePlan;
  readonly complete: Complete;
  readonly needed: NeededFields;
  /** The subgraph whose result is returned without completion, if the plan allows that; otherwise undefined. */
  readonly direct: DirectFetch | undefined;
  /** The subgraph subscription whose events start the plan; undefined for queries and mutations. */
  readonly events?: EventSource | undefined;
}

export interface DirectFetch {
  readonly subgraph: string;
  readonly dataSource: DataSource;
  /** Whether the subgraph rejects all invalid variables; the graph then validates variables only to report errors. */
  readonly coercesVariables: boolean;
}

export interface OperationRequest {
  readonly variables: Record<string, unknown>;
  readonly context: ExecutionContext;
}

/** Combines the parts of an operation into one that can be executed. */
export function prepareExecution(parts: ExecutionParts): PreparedOperation {
  const execution = new OperationExecution(parts);
  return {
    document: parts.document,
    operation: parts.selected.operation,
    execute: (request) => execution.execute(request),
    ...(parts.selected.operation.operation === 'subscription' && {
      subscribe: (request) => execution.subscribe(request),
    }),
    executeIncrementally: hasDefer(parts.selected.document)
      ? (request) => execution.executeIncrementally(request)
      : undefined,
  };
}

class OperationExecution {
  readonly #coercePlain: CoercePlain;
  readonly #introspect: Introspect | undefined;
  readonly #forms: Forms<OperationForm>;
  readonly #deferredForms: Forms<DeferredForm | undefined>;
  /** The only form of an operation without conditions and override labels; undefined for other operations. */
  #only: OperationForm | undefined;
  readonly #parts: ExecutionParts;

  constructor(parts: ExecutionParts) {
    this.#parts = parts;
    const { selected, schema, overrides } = parts;
    const { operation, fragments } = selected;
    const conditions = conditionVariables(selected.document);
    this.#forms = new Forms({
      conditions,
      overrides,
      create: (variables, overrideConditions) =>
        parts.createForm(withoutConditions(selected, variables), overrideConditions),
    });
    this.#deferredForms = new Forms({
      conditions: [...new Set([...conditions, ...deferVariables(selected.document)])],
      overrides,
      create: (variables, overrideConditions) =>
        parts.createDeferredForm(withDefersOnly(selected, variables), overrideConditions),
    });
    this.#coercePlain = compilePlainCoercion(operation.variableDefinitions ?? []);
    this.#introspect = prepareIntrospection(schema, operation, fragments);
    const hasOneForm = conditions.length === 0 && overrides.labels.length === 0;
    if (!hasOneForm || !parts.isPlannedSynchronously) return;
    const form = parts.createForm(withoutConditions(selected, {}), []);
    if (!(form instanceof Promise)) this.#only = form;
  }

  execute(request: OperationRequest): Promise<ExecutionResult> {
    const onlyForm = this.#only;
    if (onlyForm?.direct?.coercesVariables && onlyForm.form === this.#parts.selected) {
      const { direct } = onlyForm;
      return unlessAborted(request, () => this.#runDirect({ form: onlyForm, direct }, request));
    }
    const { coerced, errors } = this.#coerce(request);
    if (errors) return Promise.resolve({ errors });
    if (onlyForm !== undefined) return unlessAborted(request, () => this.#runForm(onlyForm, request, coerced));
    return unlessAborted(request, async () => {
      const { form, rejection } = await this.#forms.get(coerced);
      return form === undefined ? { errors: rejection.errors } : await this.#runForm(form, request, coerced);
    });
  }

  async subscribe(request: SubscribeRequest): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
    const { coerced, errors } = this.#coerce(request);
    if (errors) return { errors };
    const { form, rejection } = this.#only === undefined ? await this.#forms.get(coerced) : { form: this.#only };
    if (form === undefined) return { errors: rejection.errors };
    return await openEvents(form.events, request, (event) => {
      const ofEvent = { variables: request.variables, context: request.eventContext() };
      return unlessAborted(ofEvent, () => this.#runPlan(form, ofEvent, coerced, event));
    });
  }

  /** Executes the operation. The result is incremental if its deferred fragments need additional fetches. */
  async executeIncrementally(request: OperationRequest): Promise<ExecutionResult | IncrementalResult> {
    const { coerced, errors } = this.#coerce(request);
    if (errors) return { errors };
    return await unlessAborted(request, async () => {
      const { form, rejection } = await this.#deferredForms.get(coerced);
      if (rejection !== undefined) return { errors: rejection.errors };
      if (form === undefined) return await this.execute(request);
      return await executeDeferred(form, newRun(request, coerced), this.#introspect?.(coerced));
    });
  }

  #runForm(form: OperationForm, request: OperationRequest, coerced: Record<string, unknown>): Promise<ExecutionResult> {
    const { direct } = form;
    return direct === undefined ? this.#runPlan(form, request, coerced) : this.#runDirect({ form, direct }, request);
  }

  #coerce({ variables }: OperationRequest): CoercedVariables {
    const plain = this.#coercePlain(variables);
    if (plain !== undefined) return { coerced: plain };
    const { schema, selected } = this.#parts;
    const { coerced, errors } = getVariableValues(schema, selected.operation.variableDefinitions ?? [], variables);
    return errors ? { errors: errors.map((error) => withCode(error, 'BAD_USER_INPUT')) } : { coerced };
  }

  /**
   * Executes the operation on one subgraph, and returns its data without completion. If the subgraph returns no data,
   * reports the errors of invalid variables; without such errors, completes an empty result with the subgraph's errors.
   */
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
      if (serializedText(result) !== undefined) return result as ExecutionResult; // Serialized results have no errors.
      for (const error of result.errors ?? []) errors.push(translateError(error, subgraph, error.path));
      if (result.data) return errors.length === 0 ? { data: result.data } : { errors, data: result.data };
    } catch (error) {
      errors.push(toGraphQLError(error));
    }
    const { coerced, errors: rejections } = this.#coerce(request);
    if (rejections) return { errors: rejections };
    return this.#resultOf(form, {
      errors,
      variables: coerced,
      incomplete: new WeakMap(),
      root: { data: {}, isIncomplete: true },
    });
  }

  async #runPlan(
    { execute, complete, names, needed }: OperationForm,
    request: OperationRequest,
    variables: Record<string, unknown>,
    event?: FetchResult,
  ): Promise<ExecutionResult> {
    const run = newRun(request, variables, event);
    await execute(run);
    if (run.errors.length === 0) return this.#resultOf({ complete }, run);
    const errors = run.errors.filter(({ path }) => path === undefined || needed.isRelevant(path, run.root.data));
    return this.#resultOf(
      { complete },
      { ...run, errors: names === undefined ? errors : errors.map((error) => inClientNames(error, names)) },
    );
  }

  #resultOf(
    { complete }: Pick<OperationForm, 'complete'>,
    run: Pick<PlanRun, 'errors' | 'variables' | 'incomplete' | 'root'>,
  ): ExecutionResult {
    const { errors, variables, incomplete, root } = run;
    if (root.isIncomplete) incomplete.set(root.data, 'failed');
    try {
      const introspection = this.#introspect?.(variables);
      const { data, problems, gaps } = complete(root.data, { variables, introspection, incomplete });
      const result: ExecutionResult = { data };
      if (errors.length + gaps.length > 0) result.errors = [...errors, ...gapErrors(gaps, errors)];
      // Data that violates the schema, without an error of the subgraph, is reported separately, as Apollo's gateway
      // does.
      if (errors.length === 0 && problems.length > 0) result.extensions = { valueCompletion: problems };
      return result;
    } catch (error) {
      return { errors: [...errors, toGraphQLError(error)], data: null };
    }
  }
}

function newRun(
  { context, variables: rawVariables }: OperationRequest,
  variables: Record<string, unknown>,
  event?: FetchResult,
): PlanRun {
  return {
    context,
    event,
    rawVariables,
    variables,
    errors: [],
    sharedState: new Map(),
    incomplete: new WeakMap(),
    root: { data: {}, isIncomplete: false },
  };
}

type CoercedVariables =
  | { readonly coerced: Record<string, unknown>; readonly errors?: undefined }
  | { readonly coerced?: undefined; readonly errors: readonly GraphQLError[] };

function unlessAborted<Result>(
  { context: { signal } }: OperationRequest,
  run: () => Promise<Result>,
): Promise<Result | ExecutionResult> {
  return signal.aborted ? Promise.resolve(abortedResult(signal)) : untilAborted(signal, run());
}

function abortedResult(signal: AbortSignal): ExecutionResult {
  return { errors: [abortError(signal)], data: null };
}

/** Resolves to the result, or to an abort error as soon as the signal aborts; does not wait for fetches that hang. */
function untilAborted<Result>(signal: AbortSignal, result: Promise<Result>): Promise<Result | ExecutionResult> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(abortedResult(signal));
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
