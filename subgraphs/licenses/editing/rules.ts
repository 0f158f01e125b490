import type { Blacklist, Departments } from '../files/index.js';

/** Maximum number of names in each list of an audit entry. */
const maxNames = 50;

/** Differences between two versions of a list, for the audit log. Lists of names are truncated; counts are exact. */
export interface ListDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly addedCount: number;
  readonly removedCount: number;
  readonly changedCount: number;
}

/** The differences between two blacklists, for the audit log. */
export function blacklistDifference(before: Blacklist, after: Blacklist): ListDifference {
  const valuesOf = ({ entries }: Blacklist) => new Map(entries.map(({ value }) => [value, '']));
  return differenceOf(valuesOf(before), valuesOf(after));
}

/**
 * The names of the departments that differ between two lists. A department is changed if its position, addresses or
 * configuration differ; the result does not include these values.
 */
export function departmentsDifference(before: Departments, after: Departments): ListDifference {
  const valuesOf = ({ list }: Departments) =>
    new Map(list.map(({ name, ...rest }, position) => [name, JSON.stringify([position, rest])]));
  return differenceOf(valuesOf(before), valuesOf(after));
}

function differenceOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): ListDifference {
  const added = [...after.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const changed = [...after].filter(([name, value]) => (before.get(name) ?? value) !== value).map(([name]) => name);
  return {
    ...{ addedCount: added.length, removedCount: removed.length, changedCount: changed.length },
    added: added.slice(0, maxNames),
    removed: removed.slice(0, maxNames),
    changed: changed.slice(0, maxNames),
  };
}

/**
 * The names of a controller's department before and after a change, for a preview; undefined if the department is the
 * same.
 */
export function departmentChange(
  before: Departments,
  after: Departments,
  addresses: readonly string[],
): { before: string; after: string } | undefined {
  const [previous, current] = [before.match(addresses), after.match(addresses)];
  const names = { before: previous?.name ?? 'none', after: current?.name ?? 'none' };
  if (previous?.name !== current?.name) return names;
  if (JSON.stringify(previous?.configuration) === JSON.stringify(current?.configuration)) return undefined;
  return { ...names, after: `${names.after} (different configuration)` };
}

/**
 * The ranks of the controllers that a change of the license's cap affects. Ranks count controllers from 0 in the order
 * of registration.
 * @param caps `before` is null if no controller is currently served
 * @param controllers number of registered controllers
 */
export function affectedRanks(
  caps: { before: number | null; after: number },
  controllers: number,
): { from: number; count: number } {
  const [from, to] =
    caps.before === null
      ? [0, controllers]
      : [Math.min(caps.before, caps.after), Math.min(Math.max(caps.before, caps.after), controllers)];
  return { from, count: Math.max(0, to - from) };
}

/**
 * Describes the effect of a cap on the controller with a rank, starting at 0. `cap` is null if no controller is served.
 */
export function describeRank(rank: number, cap: number | null): string {
  if (cap === null) return 'rejected';
  return rank < cap ? 'within the cap' : 'over the cap';
}
