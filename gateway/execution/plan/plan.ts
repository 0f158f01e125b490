import type { PlanNode, QueryPlan, SubscriptionNode } from '@apollo/query-planner';
import { type Cursor, moveInto } from './cursor.js';
import { executeFetch, type FetchEnvironment, prepareEvent, prepareFetches } from './fetch.js';
import type { NeededFields } from './needed-fields.js';
import { requiredRootFields } from './required-root-fields.js';
import type { PlanRun } from './run.js';
import type { FetchParts, PreparedFetch } from './subgraph-call.js';

/** Executes a part of a plan at a position in the merged data. */
type Step = (run: PlanRun, cursor: Cursor | undefined) => Promise<void>;

/** Executes a plan. Stops between fetches if the request is aborted. */
export type ExecutePlan = (run: PlanRun) => Promise<void>;

/** Prepares a plan of Apollo's planner. @throws {Error} if the plan has an unsupported feature */
export function preparePlan(plan: QueryPlan, environment: FetchEnvironment, needed: NeededFields): ExecutePlan {
  if (plan.node === undefined) return async () => {};
  if (plan.node.kind === 'Subscription')
    throw new Error('The plan of a subscription cannot be run as a query: it is run for each event');
  const step = prepareNode(plan.node, { environment, needed, path: [] });
  // The cursor is undefined, because the first fetch may replace the merged data.
  return async (run) => step(run, undefined);
}

/** A subscription of one subgraph, and the rest of the plan, which is executed for each event. */
export interface SubscriptionPlan {
  readonly source: FetchParts;
  readonly execute: ExecutePlan;
}

/** Prepares the plan of a subscription. The subgraph sends the results of the first fetch as events. */
export function prepareSubscription(
  { primary, rest }: SubscriptionNode,
  environment: FetchEnvironment,
  needed: NeededFields,
): SubscriptionPlan {
  const { parts, fetch } = prepareEvent(primary, environment);
  const steps = [
    fetchStep(fetch),
    ...(rest === undefined ? [] : [prepareNode(rest, { environment, needed, path: [] })]),
  ];
  const step = sequence(steps);
  return { source: parts, execute: async (run) => step(run, undefined) };
}

/** The position in the merged data to which a plan node applies. */
interface NodeContext {
  readonly environment: FetchEnvironment;
  readonly needed: NeededFields;
  readonly path: readonly (string | number)[];
}

function prepareNode(node: PlanNode, context: NodeContext): Step {
  switch (node.kind) {
    case 'Sequence': {
      const steps = node.nodes.map((child) => prepareNode(child, context));
      const required = node.nodes.map((child) => requiredRootFields(child, context.environment.supergraph));
      return required.every((names) => names.length === 0) ? sequence(steps) : sequenceUntilNull(steps, required);
    }
    case 'Parallel':
      return parallel(node.nodes.map((child) => prepareNode(child, context)));
    case 'Flatten':
      return flatten(node.path, prepareNode(node.node, { ...context, path: [...context.path, ...node.path] }));
    case 'Fetch': {
      const [first, ...others] = prepareFetches(node, context).map(fetchStep);
      if (first === undefined) throw new Error('A fetch node of the plan produced no fetches');
      return others.length === 0 ? first : parallel([first, ...others]);
    }
    case 'Condition':
    case 'Defer':
      throw new Error('Plans with conditions or @defer are not supported: operations are planned without them');
  }
}

function fetchStep(fetch: PreparedFetch): Step {
  return async (run, cursor) => {
    if (run.context.signal.aborted) return;
    await executeFetch(fetch, run, cursor ?? { path: [], data: run.root.data });
  };
}

function sequence(steps: readonly Step[]): Step {
  return async (run, cursor) => {
    for (const step of steps) await step(run, cursor);
  };
}

/**
 * Executes the steps of a mutation, and stops after one that returns no value for a non-null root field. The data of
 * the operation is then null, so, as in a single process, later root fields are not executed.
 * @param required response names of the non-null root fields of each step
 */
function sequenceUntilNull(steps: readonly Step[], required: readonly (readonly string[])[]): Step {
  return async (run, cursor) => {
    for (const [index, step] of steps.entries()) {
      await step(run, cursor);
      const { root } = run;
      if (required[index]?.some((name) => (root.data[name] ?? null) === null)) {
        // Without an error, the missing value is reported when the result is completed.
        if (run.errors.length > 0) root.isIncomplete = true;
        return;
      }
    }
  };
}

function parallel(steps: readonly Step[]): Step {
  return async (run, cursor) => {
    await Promise.all(steps.map((step) => step(run, cursor)));
  };
}

function flatten(path: readonly (string | number)[], step: Step): Step {
  return async (run, cursor) => {
    const target = moveInto(cursor ?? { path: [], data: run.root.data }, path);
    if (target !== undefined) await step(run, target);
  };
}
