import type { ASTVisitor, SelectionSetNode, ValidationContext, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { requestError } from '../errors/index.js';
import { type FragmentSource, foldSelections } from './expansion.js';

/** Limits the root fields of an operation, with fragments expanded; duplicates and `__typename` count. */
export function maxRootFieldsRule(maximum: number): ValidationRule {
  return function MaxRootFields(context: ValidationContext): ASTVisitor {
    return {
      OperationDefinition(operation) {
        const count = rootFields(context, operation.selectionSet);
        if (count > maximum) {
          context.reportError(
            requestError(
              'LIMIT_EXCEEDED',
              `The operation has ${count} root fields; at most ${maximum} are allowed. Split it into several requests.`,
              { limit: 'max_root_fields', maximum },
            ),
          );
        }
        return false;
      },
    };
  };
}

function rootFields(source: FragmentSource, root: SelectionSetNode): number {
  return foldSelections(source, root, ({ selections }, below) =>
    selections.reduce((sum, selection) => sum + (selection.kind === Kind.FIELD ? 1 : below(selection)), 0),
  );
}
