import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Complete } from '../compiled/completion.js';
import type { Completion, CompletionRequest, DeferredObject } from '../compiled/completion-run.js';
import { abortError, ExecutionError, toGraphQLError } from '../errors.js';
import { gapErrors } from '../gap-errors.js';
import type { DeliveredPart, IncrementalResult, PendingPart, SubsequentResult } from '../incremental-result.js';
import type { NeededFields } from '../plan/needed-fields.js';
import type { ExecutePlan } from '../plan/plan.js';
import type { PlanRun } from '../plan/run.js';
import { inClientNames, type PlanNames } from '../planning/plan-names.js';
import type { FragmentNode } from '../selection.js';
import { labelOf } from './defer-directive.js';
import { DeferredFetches, type DeferredStep } from './deferred-fetches.js';
import { DeliveredData } from './delivered-data.js';
import { ErrorPool } from './error-pool.js';

/** A compiled variant of an operation with `@defer`, for one combination of conditions and override labels. */
export interface DeferredVariant {
  /** Runs the fetches that the initial result needs. */
  readonly execute: ExecutePlan;
  readonly complete: Complete;
  /** Completes the whole operation, ignoring `@defer`. */
  readonly completeWhole: Complete;
  readonly needed: NeededFields;
  readonly names: PlanNames | undefined;
  /** The deferred fetches of each deferred fragment. */
  readonly later: ReadonlyMap<FragmentNode, readonly DeferredStep[]>;
}

/** Executes an operation with `@defer`. Returns a single result if no deferred fragment remains to be delivered. */
export async function executeDeferred(
  variant: DeferredVariant,
  run: PlanRun,
  introspection: CompletionRequest['introspection'],
): Promise<ExecutionResult | IncrementalResult> {
  const marks = new FailureMarks();
  const marked: PlanRun = { ...run, incomplete: marks };
  await variant.execute(marked);
  return await new DeferredRun(variant, marked, introspection).begin(marks);
}

/** Objects for which a subgraph returned nothing: `unknown` to the subgraph, or `failed` with errors. */
class FailureMarks extends WeakMap<object, 'unknown' | 'failed'> {
  /** Whether at least one object was set to `failed`. */
  hasFailed = false;

  override set(key: object, value: 'unknown' | 'failed'): this {
    this.hasFailed ||= value === 'failed';
    return super.set(key, value);
  }
}

/** A deferred fragment that is still to be delivered, on an object that was delivered. */
interface PendingFragment {
  readonly pending: PendingPart;
  readonly object: DeferredObject;
}

class DeferredRun {
  readonly #variant: DeferredVariant;
  readonly #run: PlanRun;
  readonly #request: CompletionRequest;
  readonly #fetches: DeferredFetches;
  readonly #errors = new ErrorPool();
  readonly #waiting = new Map<FragmentNode, PendingFragment[]>();
  /** Paths of the objects on which a fragment is pending or was delivered, by fragment. */
  readonly #known = new Map<FragmentNode, Set<string>>();

  constructor(variant: DeferredVariant, run: PlanRun, introspection: CompletionRequest['introspection']) {
    const { variables, incomplete } = run;
    this.#variant = variant;
    this.#run = run;
    this.#request = { variables, introspection, incomplete };
    this.#fetches = new DeferredFetches(run);
  }

  async begin(marks: FailureMarks): Promise<ExecutionResult | IncrementalResult> {
    const { root, errors } = this.#run;
    this.#markRoot();
    const completion = this.#variant.complete(root.data, this.#request);
    this.#errors.add(this.#visibleErrors(errors));
    const { data } = completion;
    // A failed field of a deferred fragment made fields of the initial result fail, because they share a fetch.
    if (marks.hasFailed && this.#errors.hasErrorsOutside(data)) return await this.#executeWhole();
    const view = new DeliveredData(data ?? {});
    const pending = data === null ? [] : this.#addPending(completion, view);
    if (pending.length === 0) return this.#result(completion, this.#errors.remaining());
    const initial = this.#result(completion, this.#errors.takeInitial(data));
    return { initial, pending, subsequentResults: this.#deliver(view) };
  }

  /** Executes the operation as if it had no `@defer`. */
  async #executeWhole(): Promise<ExecutionResult> {
    const steps = [...this.#variant.later.values()].flat();
    this.#fetches.start(steps);
    await this.#fetches.waitForAll(steps);
    this.#markRoot();
    const completion = this.#variant.completeWhole(this.#run.root.data, this.#request);
    for (const step of steps) this.#errors.add(this.#visibleErrors(this.#fetches.takeErrors(step)));
    return this.#result(completion, this.#errors.remaining());
  }

  #result({ data, gaps, problems }: Completion, ownErrors: readonly GraphQLError[]): ExecutionResult {
    const errors = [...ownErrors, ...gapErrors(gaps, ownErrors, this.#run)];
    const result: ExecutionResult = errors.length > 0 ? { errors, data } : { data };
    if (this.#errors.isEmpty && problems.length > 0) result.extensions = { valueCompletion: problems };
    return result;
  }

  async *#deliver(view: DeliveredData): AsyncGenerator<SubsequentResult, void, undefined> {
    this.#startFetches();
    for (;;) {
      const ready = await this.#fetches.waitForAny(
        [...this.#waiting.keys()].map((fragment) => this.#stepsOf(fragment)),
      );
      const result = ready ? this.#completeReady(view) : this.#fail();
      yield result;
      if (!result.hasNext) return;
    }
  }

  /**
   * Marks the merged data as failed if a subgraph returned nothing for the root, because the first root fetch replaces
   * the object that was marked before.
   */
  #markRoot(): void {
    const { incomplete, root } = this.#run;
    if (root.isIncomplete) incomplete.set(root.data, 'failed');
  }

  #startFetches(): void {
    for (const fragment of this.#waiting.keys()) this.#fetches.start(this.#stepsOf(fragment));
  }

  /** Completes all pending fragments whose fetches have ended, including fragments nested in them. */
  #completeReady(view: DeliveredData): SubsequentResult {
    const parts: DeliveredPart[] = [];
    const pending: PendingPart[] = [];
    this.#markRoot();
    for (const fragment of this.#waiting.keys()) {
      const steps = this.#stepsOf(fragment);
      if (!this.#fetches.haveEnded(steps)) continue;
      for (const step of steps) this.#errors.add(this.#visibleErrors(this.#fetches.takeErrors(step)), step);
      const objects = this.#waiting.get(fragment) ?? [];
      this.#waiting.delete(fragment);
      // The deferred fragments of a part are appended to the waiting ones, so the loop reaches them.
      for (const waitingObject of objects) {
        const completed = this.#part(waitingObject, view, new Set(steps));
        parts.push(completed.part);
        pending.push(...completed.pending);
      }
    }
    this.#startFetches();
    const hasNext = this.#waiting.size > 0;
    return { parts: hasNext ? parts : withErrors(parts, this.#errors.remaining()), pending, hasNext };
  }

  #part(
    { pending, object }: PendingFragment,
    view: DeliveredData,
    fetches: ReadonlySet<object>,
  ): { part: DeliveredPart; pending: readonly PendingPart[] } {
    const { path } = pending;
    // The first root fetch replaces the merged data.
    const value = path.length === 0 ? this.#run.root.data : object.value;
    const completion = this.#completeObject(object, value);
    const isAdded = completion.data !== null && view.add(path, completion.data);
    const data = isAdded ? completion.data : null;
    const ownErrors = this.#errors.takePart({ path, data, fetches });
    const errors = [...ownErrors, ...gapErrors(completion.gaps, ownErrors, this.#run)];
    if (completion.data !== null && !isAdded && errors.length === 0) errors.push(nullAfterDelivery(path));
    const part: DeliveredPart = {
      pending,
      data,
      ...(errors.length > 0 && { errors }),
      ...(this.#errors.isEmpty &&
        completion.problems.length > 0 && { extensions: { valueCompletion: completion.problems } }),
    };
    return { part, pending: isAdded ? this.#addPending(completion, view) : [] };
  }

  #completeObject(object: DeferredObject, value: object): Completion {
    try {
      return object.complete(value, this.#request);
    } catch (error) {
      this.#errors.add([toGraphQLError(error)]);
      return { data: null, problems: [], gaps: [], deferred: [] };
    }
  }

  /** Makes the deferred fragments of a completion pending, except on objects that null propagation removed. */
  #addPending({ deferred }: Completion, view: DeliveredData): readonly PendingPart[] {
    const added: PendingPart[] = [];
    for (const object of deferred) {
      const { node, path } = object;
      if (!view.hasObject(path) || !this.#isNew(node, path)) continue;
      const pending: PendingPart = { label: labelOf(node), path };
      const others = this.#waiting.get(node) ?? [];
      others.push({ pending, object });
      this.#waiting.set(node, others);
      added.push(pending);
    }
    return added;
  }

  /**
   * Records a fragment on an object, and returns whether it is new. A fragment that is spread in several deferred
   * fragments is delivered once for each object.
   */
  #isNew(node: FragmentNode, path: readonly (string | number)[]): boolean {
    const pendingTypes = this.#known.get(node) ?? new Set<string>();
    this.#known.set(node, pendingTypes);
    return pendingTypes.size !== pendingTypes.add(JSON.stringify(path)).size;
  }

  /** Returns all pending parts as failed, because the operation was aborted. */
  #fail(): SubsequentResult {
    const error = abortError(this.#run.context.signal);
    const parts = [...this.#waiting.values()].flat().map(({ pending }) => ({ pending, data: null }));
    this.#waiting.clear();
    return { parts: withErrors(parts, [error, ...this.#errors.remaining()]), pending: [], hasNext: false };
  }

  #stepsOf(fragment: FragmentNode): readonly DeferredStep[] {
    return this.#variant.later.get(fragment) ?? [];
  }

  /** The errors that concern the operation, with paths in the client's response. */
  #visibleErrors(errors: readonly GraphQLError[]): readonly GraphQLError[] {
    const { needed, names } = this.#variant;
    const deliverable = errors.filter(({ path }) => path === undefined || needed.isRelevant(path, this.#run.root.data));
    return names === undefined ? deliverable : deliverable.map((error) => inClientNames(error, names));
  }
}

/** The error of a part that contains null for an object that was already delivered. */
function nullAfterDelivery(path: readonly (string | number)[]): GraphQLError {
  const message = 'An object that was already delivered became null in a deferred fragment: send the request again';
  return new GraphQLError(message, { path, originalError: new ExecutionError(message, { code: 'UPSTREAM_FAILED' }) });
}

/** Returns the parts with these errors added to the last one. */
function withErrors(parts: readonly DeliveredPart[], errors: readonly GraphQLError[]): readonly DeliveredPart[] {
  const last = parts.at(-1);
  if (last === undefined || errors.length === 0) return parts;
  return [...parts.slice(0, -1), { ...last, errors: [...(last.errors ?? []), ...errors] }];
}
