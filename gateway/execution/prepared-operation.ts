import { setImmediate } from 'node:timers/promises';
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { type CoercedVariables, coerceVariables } from './coerce-variables.js';
import type { Complete } from './compiled/completion.js';
import { type CheckConditions, compileConditionCheck } from './condition-check.js';
import type { DataSource, ExecutionContext, FetchResult } from './data-source.js';
import { deferVariables, hasDefer } from './deferral/defer-directive.js';
import { type DeferredVariant, executeDeferred } from './deferral/deferred-run.js';
import { toGraphQLError } from './errors.js';
import { openEvents, type SubscriptionSource } from './events.js';
import type { PlannedVariants, PreparedOperation, SubscribeRequest } from './federated-graph.js';
import { gapErrors } from './gap-errors.js';
import type { IncrementalResult } from './incremental-result.js';
import { type Introspect, prepareIntrospection } from './introspection.js';
import type { SelectedOperation } from './operation.js';
import { OperationVariants, type Overrides } from './operation-variants.js';
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
import { unlessAborted } from './unless-aborted.js';

export interface ExecutionParts {
  readonly document: DocumentNode;
  readonly selected: SelectedOperation;
  readonly schema: GraphQLSchema;
  readonly overrides: Overrides;
  /**
   * Whether variants are created synchronously. An operation without conditions that cannot be planned is then rejected
   * when it is prepared.
   */
  readonly isPlannedSynchronously: boolean;
  /** Plans and compiles a variant. Throws, or rejects with, {@link RequestErrors}. */
  createVariant(
    selected: SelectedOperation,
    overrideConditions: OverrideConditions,
  ): OperationVariant | Promise<OperationVariant>;
  /** Like `createVariant`, for a variant with `@defer`; undefined if no fetch can be deferred. */
  createDeferredVariant(
    selected: SelectedOperation,
    overrideConditions: OverrideConditions,
  ): DeferredVariant | undefined | Promise<DeferredVariant | undefined>;
}

/** A compiled variant of an operation, for one combination of conditions and override labels. */
export interface OperationVariant {
  readonly selected: SelectedOperation;
  /** Names in the plan, where they differ from the client's; undefined if none differ. */
  readonly names: PlanNames | undefined;
  readonly execute: ExecutePlan;
  readonly complete: Complete;
  readonly needed: NeededFields;
  /** The subgraph whose result is returned without completion, if the plan allows that; otherwise undefined. */
  readonly direct: DirectFetch | undefined;
  /** The subgraph subscription whose events start the plan; undefined for queries and mutations. */
  readonly events?: SubscriptionSource | undefined;
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
    plannedVariants: () => execution.plannedVariants(),
    planVariants: (variants) => execution.planVariants(variants),
  };
}

class OperationExecution {
  readonly #coercePlain: CoercePlain;
  readonly #checkConditions: CheckConditions;
  readonly #introspect: Introspect | undefined;
  readonly #variants: OperationVariants<OperationVariant>;
  readonly #deferredVariants: OperationVariants<DeferredVariant | undefined>;
  /** The only variant of an operation without conditions and override labels; undefined for other operations. */
  #only: OperationVariant | undefined;
  readonly #parts: ExecutionParts;

  constructor(parts: ExecutionParts) {
    this.#parts = parts;
    const { selected, schema, overrides } = parts;
    const { operation, fragments } = selected;
    const conditions = conditionVariables(selected.document);
    this.#variants = new OperationVariants({
      conditions,
      overrides,
      create: (variables, overrideConditions) =>
        parts.createVariant(withoutConditions(selected, variables), overrideConditions),
    });
    this.#deferredVariants = new OperationVariants({
      conditions: [...new Set([...conditions, ...deferVariables(selected.document)])],
      overrides,
      create: (variables, overrideConditions) =>
        parts.createDeferredVariant(withDefersOnly(selected, variables), overrideConditions),
    });
    this.#checkConditions = compileConditionCheck(selected.document);
    this.#coercePlain = compilePlainCoercion(operation.variableDefinitions ?? []);
    this.#introspect = prepareIntrospection(schema, operation, fragments);
    const hasOneVariant = conditions.length === 0 && overrides.labels.length === 0;
    if (!hasOneVariant || !parts.isPlannedSynchronously) return;
    const variant = parts.createVariant(withoutConditions(selected, {}), []);
    if (!(variant instanceof Promise)) this.#only = variant;
  }

  execute(request: OperationRequest): Promise<ExecutionResult> {
    const onlyVariant = this.#only;
    if (onlyVariant?.direct?.coercesVariables && onlyVariant.selected === this.#parts.selected) {
      const { direct } = onlyVariant;
      return unlessAborted(request, () => this.#runDirect({ variant: onlyVariant, direct }, request));
    }
    const { coerced, errors } = this.#coerce(request);
    if (errors) return Promise.resolve({ errors });
    if (onlyVariant !== undefined) return unlessAborted(request, () => this.#runVariant(onlyVariant, request, coerced));
    return unlessAborted(request, async () => {
      const { variant, rejection } = await this.#variants.get(coerced);
      return variant === undefined ? { errors: rejection.errors } : await this.#runVariant(variant, request, coerced);
    });
  }

  async subscribe(request: SubscribeRequest): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
    const { coerced, errors } = this.#coerce(request);
    if (errors) return { errors };
    const { variant, rejection } =
      this.#only === undefined ? await this.#variants.get(coerced) : { variant: this.#only };
    if (variant === undefined) return { errors: rejection.errors };
    return await openEvents(variant.events, request, (event) => {
      const ofEvent = { variables: request.variables, context: request.eventContext() };
      return unlessAborted(ofEvent, () => this.#runPlan(variant, ofEvent, coerced, event));
    });
  }

  /** Executes the operation. The result is incremental if its deferred fragments need additional fetches. */
  async executeIncrementally(request: OperationRequest): Promise<ExecutionResult | IncrementalResult> {
    const { coerced, errors } = this.#coerce(request);
    if (errors) return { errors };
    return await unlessAborted(request, async () => {
      const { variant, rejection } = await this.#deferredVariants.get(coerced);
      if (rejection !== undefined) return { errors: rejection.errors };
      if (variant === undefined) return await this.execute(request);
      const run = newRun(request, coerced);
      const introspected = this.#introspect?.(coerced);
      if (introspected?.errors) run.errors.push(...introspected.errors);
      return await executeDeferred(variant, run, introspected?.data);
    });
  }

  async plannedVariants(): Promise<PlannedVariants> {
    return { complete: await this.#variants.planned(), deferred: await this.#deferredVariants.planned() };
  }

  async planVariants({ complete, deferred }: PlannedVariants): Promise<void> {
    for (const key of this.#only === undefined ? complete : []) {
      await this.#variants.plan(key);
      await setImmediate();
    }
    for (const key of deferred) {
      await this.#deferredVariants.plan(key);
      await setImmediate();
    }
  }

  #runVariant(
    variant: OperationVariant,
    request: OperationRequest,
    coerced: Record<string, unknown>,
  ): Promise<ExecutionResult> {
    const { direct } = variant;
    return direct === undefined
      ? this.#runPlan(variant, request, coerced)
      : this.#runDirect({ variant, direct }, request);
  }

  #coerce({ variables }: OperationRequest): CoercedVariables {
    const plain = this.#coercePlain(variables);
    if (plain !== undefined) return { coerced: plain };
    const { schema, selected } = this.#parts;
    const result = coerceVariables(schema, selected.operation.variableDefinitions ?? [], variables);
    const errors = result.coerced && this.#checkConditions(result.coerced);
    return errors ? { errors } : result;
  }

  /**
   * Executes the operation on one subgraph, and returns its data without completion. If the subgraph returns no data,
   * reports the errors of invalid variables; without such errors, completes an empty result with the subgraph's errors.
   */
  async #runDirect(
    { variant, direct }: { variant: OperationVariant; direct: DirectFetch },
    request: OperationRequest,
  ): Promise<ExecutionResult> {
    const { subgraph, dataSource } = direct;
    const { context, variables } = request;
    const { document, text, operation } = variant.selected;
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
    return this.#resultOf(variant, {
      errors,
      variables: coerced,
      incomplete: new WeakMap(),
      root: { data: {}, isIncomplete: true },
    });
  }

  async #runPlan(
    { execute, complete, names, needed }: OperationVariant,
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
    { complete }: Pick<OperationVariant, 'complete'>,
    run: Pick<PlanRun, 'errors' | 'variables' | 'incomplete' | 'root'>,
  ): ExecutionResult {
    const { variables, incomplete, root } = run;
    if (root.isIncomplete) incomplete.set(root.data, 'failed');
    const introspected = this.#introspect?.(variables);
    const errors = introspected?.errors ? [...run.errors, ...introspected.errors] : run.errors;
    const introspection = introspected?.data;
    try {
      const { data, problems, gaps } = complete(root.data, { variables, introspection, incomplete });
      const result: ExecutionResult = { data };
      const reported = gaps.length === 0 ? errors : [...errors, ...gapErrors(gaps, errors, run)];
      if (reported.length > 0) result.errors = reported;
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
    eventAt: event && performance.now(),
    rawVariables,
    variables,
    errors: [],
    sharedState: new Map(),
    incomplete: new WeakMap(),
    root: { data: {}, isIncomplete: false },
  };
}
