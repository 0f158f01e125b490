import type { ASTVisitor, ValidationContext, ValidationRule } from 'graphql';
import { requestError } from '../errors/index.js';
import { sumExpanded } from './expansion.js';

/** Maximum number of directives at one location; fewer executable directives exist, and none is repeatable. */
const maxAtOneLocation = 5;

/**
 * Limits the number of directives of an operation, with fragments expanded, and the number of directives at one
 * location.
 */
export function maxDirectivesRule(maximum: number): ValidationRule {
  return function MaxDirectives(context: ValidationContext): ASTVisitor {
    let isReported = false;
    return {
      enter(node) {
        if (isReported || !('directives' in node) || node.directives === undefined) return;
        if (node.directives.length <= maxAtOneLocation) return;
        isReported = true;
        context.reportError(
          rejection(`A location has ${node.directives.length} directives; at most ${maxAtOneLocation} are allowed.`, {
            limit: 'directives_at_one_place',
            maximum: maxAtOneLocation,
          }),
        );
      },
      leave(node) {
        if (isReported || node.kind !== 'OperationDefinition') return;
        const ownCount = node.directives?.length ?? 0;
        const count =
          ownCount + sumExpanded(context, node.selectionSet, (selection) => selection.directives?.length ?? 0);
        if (count > maximum) {
          context.reportError(
            rejection(
              `The operation has ${count} directives with its fragments expanded; at most ${maximum} are allowed.`,
              { limit: 'max_directives', maximum },
            ),
          );
        }
      },
    };
  };
}

function rejection(message: string, details: { limit: string; maximum: number }) {
  return requestError('LIMIT_EXCEEDED', `${message} Remove directives with constant conditions.`, details);
}
