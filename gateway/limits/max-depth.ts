import type { ASTVisitor, SelectionSetNode, ValidationContext, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { requestError } from '../errors/index.js';
import { type FragmentSource, foldSelections } from './expansion.js';

/**
 * Limits the depth of an operation's fields, with fragments expanded. Root fields have depth 1. Introspection fields
 * are not counted, because they have a separate limit.
 */
export function maxDepthRule(maximum: number): ValidationRule {
  return function MaxDepth(context: ValidationContext): ASTVisitor {
    return {
      OperationDefinition(operation) {
        const depth = depthOf(context, operation.selectionSet);
        if (depth > maximum) {
          context.reportError(
            requestError(
              'LIMIT_EXCEEDED',
              `The operation is ${depth} fields deep; at most ${maximum} are allowed. Start at a more specific field, or split it into several requests.`,
              { limit: 'max_depth', maximum },
            ),
          );
        }
        return false;
      },
    };
  };
}

function depthOf(source: FragmentSource, root: SelectionSetNode): number {
  return foldSelections(source, root, ({ selections }, below) =>
    selections.reduce((deepest, selection) => {
      if (selection.kind !== Kind.FIELD) return Math.max(deepest, below(selection));
      const isIntrospection = selection.name.value === '__schema' || selection.name.value === '__type';
      return isIntrospection ? deepest : Math.max(deepest, 1 + below(selection));
    }, 0),
  );
}
