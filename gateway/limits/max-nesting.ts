import { type ASTVisitor, BREAK, type ValidationContext } from 'graphql';
import { requestError } from '../errors/index.js';

/** In steps through the document's tree, of which a field in a field takes three and an inline fragment three more. */
const maximumSteps = 400;

/**
 * Bounds how deep a document is nested in any way, also by inline fragments and by lists in values, which no depth of fields
 * shows: what reads documents does so recursively.
 */
export function maxNestingRule(context: ValidationContext): ASTVisitor {
  return {
    enter(_node, _key, _parent, path) {
      if (path.length <= maximumSteps) return undefined;
      context.reportError(
        requestError(
          'LIMIT_EXCEEDED',
          'The document is nested too deeply. Remove redundant inline fragments, and pass values as variables.',
        ),
      );
      return BREAK;
    },
  };
}
