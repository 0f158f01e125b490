import type { FragmentDefinitionNode, SelectionNode, SelectionSetNode } from 'graphql';
import { Kind } from 'graphql';

/** Finds fragments by name; implemented by validation contexts, for example. */
export interface FragmentSource {
  getFragment(name: string): FragmentDefinitionNode | null | undefined;
}

/**
 * Computes a number for a selection set from the numbers of its nested selection sets. Each fragment is computed once,
 * so fragments that double at every level do not take exponential time. A fragment that contains itself counts as 0,
 * because another rule rejects it.
 * @param measureSet computes the number of a selection set; its argument `measureNested` returns the number of a
 * selection's nested set
 */
export function foldSelections(
  source: FragmentSource,
  root: SelectionSetNode,
  measureSet: (selectionSet: SelectionSetNode, measureNested: (selection: SelectionNode) => number) => number,
): number {
  const fragments = new Map<string, number>();

  function measureNested(selection: SelectionNode): number {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value);
    return selection.selectionSet === undefined ? 0 : measureSet(selection.selectionSet, measureNested);
  }

  function measureFragment(name: string): number {
    const cached = fragments.get(name);
    if (cached !== undefined) return cached;
    fragments.set(name, 0);
    const fragment = source.getFragment(name);
    const number = fragment ? measureSet(fragment.selectionSet, measureNested) : 0;
    fragments.set(name, number);
    return number;
  }

  return measureSet(root, measureNested);
}

/** Sums a measure over all selections, with fragments expanded. */
export function sumExpanded(
  source: FragmentSource,
  root: SelectionSetNode,
  measure: (selection: SelectionNode, siblings: SelectionSetNode) => number,
): number {
  return foldSelections(source, root, (set, measureNested) =>
    set.selections.reduce((sum, selection) => sum + measure(selection, set) + measureNested(selection), 0),
  );
}
