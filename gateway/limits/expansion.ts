import type { FragmentDefinitionNode, SelectionNode, SelectionSetNode } from 'graphql';
import { Kind } from 'graphql';

/** Where fragments are found by name. A validation context is one. */
export interface FragmentSource {
  getFragment(name: string): FragmentDefinitionNode | null | undefined;
}

/**
 * Computes a number of a selection set from the numbers below its selections. Each fragment is computed once however often it is spread, so a
 * document whose fragments double at every level costs no time. Fragments that contain themselves count as 0 there; another rule refuses them.
 * @param ofSet the number of a set; `below` has that of what a selection contains
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

/** Adds a measure up over everything that is selected with the fragments written out. */
export function expandedSum(
  source: FragmentSource,
  root: SelectionSetNode,
  measure: (selection: SelectionNode, siblings: SelectionSetNode) => number,
): number {
  return foldSelections(source, root, (set, below) =>
    set.selections.reduce((sum, selection) => sum + measure(selection, set) + below(selection), 0),
  );
}
