import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner';
import type { ExecutePlan } from '../plan/plan.js';
import type { FragmentNode, OperationSource } from '../selection.js';
import type { DeferredStep } from './deferred-fetches.js';
import { overlaps, type PlanEnvironment, type PlannedFetch, plannedFetches } from './planned-fetches.js';
import { selectedNames } from './selected-names.js';

/**
 * A plan in two parts: the fetches that the first part of a response needs, and those that only deferred fragments
 * need.
 */
export interface DeferredPlan {
  readonly primary: QueryPlan;
  readonly later: readonly DeferredFetch[];
  /** The fetches of each deferred fragment, among those that run later; none if the primary plan fetches all. */
  readonly byFragment: ReadonlyMap<FragmentNode, readonly DeferredFetch[]>;
}

/** A fetch that runs after the primary plan. */
export interface DeferredFetch {
  readonly plan: QueryPlan;
  /** Deferred fetches whose results it needs. */
  readonly needs: readonly DeferredFetch[];
}

/**
 * Splits the plan of a whole operation by the needs of its deferred fragments. No fetch is added or changed: a fetch
 * that both the first part and a fragment need belongs to the first part.
 * @param source the operation, with the fragments that it defers
 * @returns undefined if the first part needs all fetches, so nothing is delivered later
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
  const kept = new Set([...primary].map(({ node }) => node));
  return { primary: { kind: 'QueryPlan', node: prune(plan.node, kept) }, later: [...later.values()], byFragment };
}

/** The deferred fetches of each fragment, prepared: a fetch that several need is one step. */
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
 * The owners of the fetches of a plan, that is, what needs them: deferred fragments, or the selections around them
 * (undefined).
 */
class FetchOwners {
  readonly #fetches: readonly PlannedFetch[];
  readonly #owners = new Map<PlannedFetch, ReadonlySet<FragmentNode | undefined>>();
  readonly #needs = new Map<PlannedFetch, readonly PlannedFetch[]>();

  constructor(fetches: readonly PlannedFetch[], source: OperationSource) {
    this.#fetches = fetches;
    const selected = Map.groupBy(selectedNames(source), ({ place, name }) => `${place} ${name}`);
    for (const fetch of fetches) {
      const owners = new Set<FragmentNode | undefined>();
      for (const output of fetch.outputs) {
        const candidates = selected.get(`${output.place} ${output.name}`) ?? [];
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

  /** The fetches that an owner needs, and those that they need in turn. */
  fetchesNeededBy(owner: FragmentNode | undefined): ReadonlySet<PlannedFetch> {
    const needed = new Set(this.#fetches.filter((fetch) => this.#owners.get(fetch)?.has(owner)));
    for (const fetch of needed) for (const other of this.dependenciesOf(fetch)) needed.add(other);
    return needed;
  }

  /** A fetch without a known owner is part of the primary plan. */
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

/** Removes all fetches that are not in `kept` from a plan; undefined if none remains. */
function prune(node: PlanNode, kept: ReadonlySet<FetchNode>): PlanNode | undefined {
  switch (node.kind) {
    case 'Fetch':
      return kept.has(node) ? node : undefined;
    case 'Flatten': {
      const inner = prune(node.node, kept);
      return inner && { ...node, node: inner };
    }
    case 'Sequence':
    case 'Parallel': {
      const nodes = node.nodes.flatMap((child) => prune(child, kept) ?? []);
      return nodes.length === 0 ? undefined : { ...node, nodes };
    }
    default:
      return node;
  }
}
