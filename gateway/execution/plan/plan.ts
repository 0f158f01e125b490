import type { PlanNode, QueryPlan } from '@apollo/query-planner';
import { type Cursor, moveInto } from './cursor.js';
import { executeFetch, type FetchEnvironment, prepareFetches } from './fetch.js';
import type { NeededFields } from './needed-fields.js';
import type { PlanRun } from './run.js';
import type { PreparedFetch } from './subgraph-call.js';

/** Runs a part of a plan at a place in the merged data. */
type Step = (run: PlanRun, cursor: Cursor | undefined) => Promise<void>;

/** Runs a whole plan; stops between fetches when the request is aborted. */
export type ExecutePlan = (run: PlanRun) => Promise<void>;

/** Prepares a plan of Apollo's planner. Throws when the plan asks for what this executor cannot do. */
export function preparePlan(plan: QueryPlan, environment: FetchEnvironment, needed: NeededFields): ExecutePlan {
  if (plan.node === undefined) return async () => {};
  if (plan.node.kind === 'Subscription') throw new Error('Subscriptions have no plan');
  const step = prepareNode(plan.node, { environment, needed, path: [] });
  // The whole merged object is a moving target: the first fetch may replace it.
  return async (run) => step(run, undefined);
}

/** Where a node of a plan is. */
interface Place {
  readonly environment: FetchEnvironment;
  readonly needed: NeededFields;
  readonly path: readonly (string | number)[];
}

function prepareNode(node: PlanNode, place: Place): Step {
  switch (node.kind) {
    case 'Sequence':
      return sequence(node.nodes.map((child) => prepareNode(child, place)));
    case 'Parallel':
      return parallel(node.nodes.map((child) => prepareNode(child, place)));
    case 'Flatten':
      return flatten(node.path, prepareNode(node.node, { ...place, path: [...place.path, ...node.path] }));
    case 'Condition':
      return condition({
        variable: node.condition,
        ifClause: node.ifClause && prepareNode(node.ifClause, place),
        elseClause: node.elseClause && prepareNode(node.elseClause, place),
      });
    case 'Fetch': {
      const [first, ...others] = prepareFetches(node, place).map(fetchStep);
      if (first === undefined) throw new Error('A fetch became none');
      return others.length === 0 ? first : parallel([first, ...others]);
    }
    case 'Defer':
      throw new Error('Plans with @defer are not supported');
  }
}

function fetchStep(fetch: PreparedFetch): Step {
  return async (run, cursor) => {
    if (run.context.signal.aborted) return;
    await executeFetch(fetch, run, cursor ?? { path: [], data: run.merged });
  };
}

function sequence(steps: readonly Step[]): Step {
  return async (run, cursor) => {
    for (const step of steps) await step(run, cursor);
  };
}

function parallel(steps: readonly Step[]): Step {
  return async (run, cursor) => {
    await Promise.all(steps.map((step) => step(run, cursor)));
  };
}

function flatten(path: readonly (string | number)[], step: Step): Step {
  return async (run, cursor) => {
    const target = moveInto(cursor ?? { path: [], data: run.merged }, path);
    if (target !== undefined) await step(run, target);
  };
}

function condition(options: {
  readonly variable: string;
  readonly ifClause: Step | undefined;
  readonly elseClause: Step | undefined;
}): Step {
  return async (run, cursor) => {
    const clause = run.variables[options.variable] === true ? options.ifClause : options.elseClause;
    await clause?.(run, cursor);
  };
}
