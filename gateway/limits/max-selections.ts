import type { ASTVisitor, ValidationContext, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { requestError } from '../errors/index.js';
import { sumExpanded } from './expansion.js';

/**
 * Limits the number of selections (fields including `__typename`, and spreads) with fragments expanded. A document with
 * fragments can select as much as a document without fragments within `max_tokens`.
 */
export function maxSelectionsRule(maximum: number): ValidationRule {
  return function MaxSelections(context: ValidationContext): ASTVisitor {
    return {
      OperationDefinition(operation) {
        const count = sumExpanded(context, operation.selectionSet, (selection) =>
          selection.kind === Kind.INLINE_FRAGMENT ? 0 : 1,
        );
        if (count > maximum) {
          context.reportError(
            requestError(
              'LIMIT_EXCEEDED',
              `The operation selects ${formatCount(count)} fields with its fragments expanded; at most ${maximum} are allowed. Spread fewer fragments, or split it into several requests.`,
              { limit: 'max_tokens', maximum },
            ),
          );
        }
        return false;
      },
    };
  };
}

function formatCount(count: number): string {
  return count < 1e15 ? String(count) : 'too many';
}
