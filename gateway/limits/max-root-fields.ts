import type { SelectionSetNode, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { type FragmentSource, foldSelections } from './expansion.js';
import { operationLimit } from './operation-limit.js';

/** Limits the root fields of an operation, with fragments expanded; duplicates and `__typename` count. */
export function maxRootFieldsRule(maximum: number): ValidationRule {
  return operationLimit({
    limit: 'max_root_fields',
    maximum,
    measure: ({ selectionSet }, fragments) => rootFields(fragments, selectionSet),
    describe: (count) =>
      `The operation has ${count} root fields; at most ${maximum} are allowed. Split it into several requests.`,
  });
}

function rootFields(source: FragmentSource, root: SelectionSetNode): number {
  return foldSelections(source, root, ({ selections }, countBelow) =>
    selections.reduce((sum, selection) => sum + (selection.kind === Kind.FIELD ? 1 : countBelow(selection)), 0),
  );
}
