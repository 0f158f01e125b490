import type { FragmentDefinitionNode, SelectionNode, SelectionSetNode } from 'graphql';
import { Kind } from 'graphql';

/** Where fragments are found by name. A validation context is one. */
export interface FragmentSource {
  getFragment(name: string): FragmentDefinitionNode | null | undefined;
}

/**
 * Adds a measure up over everything that is selected with the fragments written out. Each fragment is added up once however
 * often it is spread, so a document whose fragments double at every level costs no time. Fragments that contain
 * themselves count once; another rule refuses them.
 */
export function expandedSum(
  source: FragmentSource,
  root: SelectionSetNode,
  measure: (selection: SelectionNode, siblings: SelectionSetNode) => number,
): number {
  const fragments = new Map<string, number>();

  function sumOf(selectionSet: SelectionSetNode): number {
    let sum = 0;
    for (const selection of selectionSet.selections) {
      sum += measure(selection, selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) sum += fragmentSum(selection.name.value);
      else if (selection.selectionSet !== undefined) sum += sumOf(selection.selectionSet);
    }
    return sum;
  }

  function fragmentSum(name: string): number {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    fragments.set(name, 0);
    const fragment = source.getFragment(name);
    const sum = fragment === null || fragment === undefined ? 0 : sumOf(fragment.selectionSet);
    fragments.set(name, sum);
    return sum;
  }

  return sumOf(root);
}
