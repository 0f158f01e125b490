import type { ASTVisitor, ValidationContext, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { requestError } from '../errors/index.js';
import { expandedSum } from './expansion.js';

/**
 * Bounds what an operation selects once its fragments are written out: a document with fragments may ask for as much as a
 * document without them that keeps to `max_tokens`, and for no more. Counts fields and spreads, `__typename` too.
 */
export function maxSelectionsRule(maximum: number): ValidationRule {
  return function MaxSelections(context: ValidationContext): ASTVisitor {
    return {
      OperationDefinition(operation) {
        const count = expandedSum(context, operation.selectionSet, (selection) =>
          selection.kind === Kind.INLINE_FRAGMENT ? 0 : 1,
        );
        if (count > maximum) {
          context.reportError(
            requestError(
              'LIMIT_EXCEEDED',
              `The operation selects ${shown(count)} fields with its fragments expanded; at most ${maximum} are allowed. Spread fewer fragments, or split it into several requests.`,
              { limit: 'max_tokens', maximum },
            ),
          );
        }
        return false;
      },
    };
  };
}

function shown(count: number): string {
  return count < 1e15 ? String(count) : 'too many';
}
