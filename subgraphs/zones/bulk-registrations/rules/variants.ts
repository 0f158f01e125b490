import type { Background } from './background.js';
import { type CooperativeWork, forEachCooperatively } from './cooperative-work.js';
import { featureKinds, featuresOf } from './features.js';

/** Names that each differ from another one by one or two typing errors. */
export interface VariantGroup {
  /** Positions of names. */
  readonly members: readonly number[];
  /** Number of names that would be this similar by chance. */
  readonly expected: number;
}

/**
 * Groups names by chains of typing errors (union-find over the names without one character), the largest first. Names
 * that omit, replace or exchange characters of a name are one group even without that name.
 * @param positions indexes of the names to compare
 */
export function* variantGroups(
  names: readonly string[],
  positions: readonly number[],
  background: Background,
): CooperativeWork<VariantGroup[]> {
  const roots = new Map(positions.map((position) => [position, position]));
  const rootOf = (position: number): number => {
    let root = position;
    for (let above = roots.get(root); above !== undefined && above !== root; above = roots.get(root)) root = above;
    roots.set(position, root);
    return root;
  };
  const firstWith = new Map<string, number>();
  const shared = new Map<string, number>();
  yield* forEachCooperatively(positions, (position) => {
    for (const feature of featuresOf(names[position] ?? '')) {
      if (!feature.startsWith(featureKinds.variant)) continue;
      const first = firstWith.get(feature);
      if (first === undefined) firstWith.set(feature, position);
      else {
        roots.set(rootOf(position), rootOf(first));
        shared.set(feature, (shared.get(feature) ?? 1) + 1);
      }
    }
  });
  const expected = new Map<number, number>();
  for (const [feature, withFeature] of shared) {
    const root = rootOf(firstWith.get(feature) ?? 0);
    const chance = background.expected(feature, { names: names.length, withFeature });
    expected.set(root, (expected.get(root) ?? 0) + chance);
  }
  const groups = Map.groupBy(positions, rootOf);
  return [...groups]
    .map(([root, members]) => ({ members, expected: expected.get(root) ?? 0 }))
    .sort((a, b) => b.members.length - a.members.length);
}
