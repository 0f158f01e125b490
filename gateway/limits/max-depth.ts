import type { SelectionSetNode, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { type FragmentSource, foldSelections } from './expansion.js';
import { operationLimit } from './operation-limit.js';

/**
 * Limits the depth of an operation's fields, with fragments expanded. Root fields have depth 1. Introspection fields
 * are not counted, because they have a separate limit.
 */
export function maxDepthRule(maximum: number): ValidationRule {
  return operationLimit({
    limit: 'max_depth',
    maximum,
    measure: ({ selectionSet }, fragments) => depthOf(fragments, selectionSet),
    describe: (depth) =>
      `The operation is ${depth} fields deep; at most ${maximum} are allowed. Start at a more specific field, or split it into several requests.`,
  });
}

function depthOf(source: FragmentSource, root: SelectionSetNode): number {
  return foldSelections(source, root, ({ selections }, depthBelow) =>
    selections.reduce((deepest, selection) => {
      if (selection.kind !== Kind.FIELD) return Math.max(deepest, depthBelow(selection));
      const isIntrospection = selection.name.value === '__schema' || selection.name.value === '__type';
      return isIntrospection ? deepest : Math.max(deepest, 1 + depthBelow(selection));
    }, 0),
  );
}
