import type { FragmentDefinitionNode, SelectionNode, SelectionSetNode } from 'graphql';
import { Kind } from 'graphql';

/** Finds fragments by name, for example a validation context. */
export interface FragmentSource {
  getFragment(name: string): FragmentDefinitionNode | null | undefined;
}

/**
 * Computes a number for a selection set from the numbers of its nested sets. Each fragment is computed once, so
 * fragments that double at every level do not take exponential time. A fragment inside itself counts as 0; another rule
 * rejects it.
 * @param ofSet computes the number of a set; `below` returns the number of a selection's nested set
 */
export function foldSelections(
  source: FragmentSource,
  root: SelectionSetNode,
  ofSet: (selectionSet: SelectionSetNode, below: (selection: SelectionNode) => number) => number,
): number {
  const fragments = new Map<string, number>();

  function below(selection: SelectionNode): number {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    return selection.selectionSet === undefined ? 0 : ofSet(selection.selectionSet, below);
  }

  function ofFragment(name: string): number {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    fragments.set(name, 0);
    const fragment = source.getFragment(name);
    const number = fragment ? ofSet(fragment.selectionSet, below) : 0;
    fragments.set(name, number);
    return number;
  }

  return ofSet(root, below);
}

/** Sums a measure over all selections, with fragments expanded. */
export function expandedSum(
  source: FragmentSource,
  root: SelectionSetNode,
  measure: (selection: SelectionNode, siblings: SelectionSetNode) => number,
): number {
  return foldSelections(source, root, (set, below) =>
    set.selections.reduce((sum, selection) => sum + measure(selection, set) + below(selection), 0),
  );
}
