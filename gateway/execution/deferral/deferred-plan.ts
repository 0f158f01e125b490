import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner';
import type { ExecutePlan } from '../plan/plan.js';
import type { FragmentNode, OperationSource } from '../selection.js';
import type { DeferredStep } from './deferred-fetches.js';
import { overlaps, type PlanEnvironment, type PlannedFetch, plannedFetches } from './planned-fetches.js';
import { selectedNames } from './selected-names.js';

/** A plan in two parts: the fetches that the initial result needs, and those that only deferred fragments need. */
export interface DeferredPlan {
  readonly primary: QueryPlan;
  readonly later: readonly DeferredFetch[];
  /** The deferred fetches that each fragment needs; an empty list if the primary plan fetches all its fields. */
  readonly byFragment: ReadonlyMap<FragmentNode, readonly DeferredFetch[]>;
}

/** A fetch that runs after the primary plan. */
export interface DeferredFetch {
  readonly plan: QueryPlan;
  /** Deferred fetches whose results this fetch needs. */
  readonly needs: readonly DeferredFetch[];
}

/**
 * Splits the plan of a whole operation by the needs of its deferred fragments. No fetch is added or changed; a fetch
 * that both the initial result and a fragment need is part of the primary plan.
 * @param source the operation, with its deferred fragments
 * @returns undefined if no fetch can be deferred
 */
export function splitPlan(
  plan: QueryPlan,
  source: OperationSource,
  environment: PlanEnvironment,
): DeferredPlan | undefined {
  const fetches = plannedFetches(plan, environment);
  if (plan.node === undefined || plan.node.kind === 'Subscription' || fetches === undefined) return undefined;
  const owners = new FetchOwners(fetches, source);
  const primary = owners.fetchesNeededBy(undefined);
  const deferred = fetches.filter((fetch) => !primary.has(fetch));
  if (deferred.length === 0) return undefined;
  const later = new Map<PlannedFetch, DeferredFetch>();
  for (const fetch of deferred) {
    // Fetches are in the order of the plan, so each follows those that it needs.
    const needs = owners.dependenciesOf(fetch).flatMap((needed) => later.get(needed) ?? []);
    later.set(fetch, { plan: planOf(fetch), needs });
  }
  const byFragment = new Map<FragmentNode, readonly DeferredFetch[]>();
  for (const fragment of source.deferred ?? []) {
    byFragment.set(
      fragment,
      [...owners.fetchesNeededBy(fragment)].flatMap((fetch) => later.get(fetch) ?? []),
    );
  }
  const primaryNodes = new Set([...primary].map(({ node }) => node));
  return {
    primary: { kind: 'QueryPlan', node: prune(plan.node, primaryNodes) },
    later: [...later.values()],
    byFragment,
  };
}

/** Prepares the deferred fetches of each fragment. A fetch that several fragments need becomes one step. */
export function deferredSteps(
  { later, byFragment }: DeferredPlan,
  prepare: (plan: QueryPlan) => ExecutePlan,
): ReadonlyMap<FragmentNode, readonly DeferredStep[]> {
  const steps = new Map<DeferredFetch, DeferredStep>();
  const stepsOf = (fetches: readonly DeferredFetch[]): DeferredStep[] =>
    fetches.flatMap((fetch) => steps.get(fetch) ?? []);
  for (const fetch of later) steps.set(fetch, { execute: prepare(fetch.plan), needs: stepsOf(fetch.needs) });
  return new Map([...byFragment].map(([fragment, fetches]) => [fragment, stepsOf(fetches)]));
}

/**
 * Maps each fetch of a plan to its owners, which need its results: deferred fragments, or the selections outside of
 * them (undefined).
 */
class FetchOwners {
  readonly #fetches: readonly PlannedFetch[];
  readonly #owners = new Map<PlannedFetch, ReadonlySet<FragmentNode | undefined>>();
  readonly #needs = new Map<PlannedFetch, readonly PlannedFetch[]>();

  constructor(fetches: readonly PlannedFetch[], source: OperationSource) {
    this.#fetches = fetches;
    const selected = Map.groupBy(selectedNames(source), ({ path, name }) => `${path} ${name}`);
    for (const fetch of fetches) {
      const owners = new Set<FragmentNode | undefined>();
      for (const output of fetch.outputs) {
        const candidates = selected.get(`${output.path} ${output.name}`) ?? [];
        for (const candidate of candidates) if (overlaps(output, candidate)) owners.add(candidate.owner);
      }
      this.#owners.set(fetch, owners);
      this.#needs.set(
        fetch,
        fetch.before.filter(({ outputs }) =>
          outputs.some((output) => fetch.inputs.some((input) => overlaps(input, output))),
        ),
      );
    }
    this.#assignUnowned();
  }

  dependenciesOf(fetch: PlannedFetch): readonly PlannedFetch[] {
    return this.#needs.get(fetch) ?? [];
  }

  /** The fetches that an owner needs, directly or as inputs of other fetches. */
  fetchesNeededBy(owner: FragmentNode | undefined): ReadonlySet<PlannedFetch> {
    const needed = new Set(this.#fetches.filter((fetch) => this.#owners.get(fetch)?.has(owner)));
    for (const fetch of needed) for (const other of this.dependenciesOf(fetch)) needed.add(other);
    return needed;
  }

  /** Assigns each fetch that no selection is known to need to the selections outside of deferred fragments. */
  #assignUnowned(): void {
    const needed = new Set([...this.#needs.values()].flat());
    for (const [fetch, owners] of this.#owners) {
      if (owners.size === 0 && !needed.has(fetch)) this.#owners.set(fetch, new Set([undefined]));
    }
  }
}

function planOf({ node, path }: PlannedFetch): QueryPlan {
  return { kind: 'QueryPlan', node: path.length === 0 ? node : { kind: 'Flatten', path: [...path], node } };
}

/** Returns the plan with only the fetches in `primaryNodes`; undefined if none remains. */
function prune(node: PlanNode, primaryNodes: ReadonlySet<FetchNode>): PlanNode | undefined {
  switch (node.kind) {
    case 'Fetch':
      return primaryNodes.has(node) ? node : undefined;
    case 'Flatten': {
      const inner = prune(node.node, primaryNodes);
      return inner && { ...node, node: inner };
    }
    case 'Sequence':
    case 'Parallel': {
      const nodes = node.nodes.flatMap((child) => prune(child, primaryNodes) ?? []);
      return nodes.length === 0 ? undefined : { ...node, nodes };
    }
    default:
      return node;
  }
}
