import { type ASTVisitor, BREAK, type ValidationContext } from 'graphql';
import { requestError } from '../errors/index.js';

/**
 * Maximum number of levels of the document's syntax tree. Each nested field adds three levels, and each inline fragment
 * another three.
 */
const maxLevels = 400;

/**
 * Limits the depth of a document's syntax tree, including inline fragments and nested lists in values, which do not add
 * to the depth of fields. Prevents stack overflows in recursive code.
 */
export function maxNestingRule(context: ValidationContext): ASTVisitor {
  return {
    enter(_node, _key, _parent, path) {
      if (path.length <= maxLevels) return undefined;
      context.reportError(
        requestError(
          'LIMIT_EXCEEDED',
          `The syntax tree of the document has more than ${maxLevels} levels. Remove redundant inline fragments, and pass values as variables.`,
        ),
      );
      return BREAK;
    },
  };
}
