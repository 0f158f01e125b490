import type { ASTVisitor, ValidationContext, ValidationRule } from 'graphql';
import { requestError } from '../errors/index.js';
import { sumExpanded } from './expansion.js';

/**
 * Maximum number of deferred fragments of an operation; each adds a part to the response for every object that has it.
 */
const maximum = 20;

/** Limits the number of fragments with `@defer` in an operation, with fragments expanded. */
export const maxDeferredRule: ValidationRule = function MaxDeferred(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const count = sumExpanded(context, operation.selectionSet, ({ directives = [] }) =>
        directives.some(({ name }) => name.value === 'defer') ? 1 : 0,
      );
      if (count > maximum) {
        context.reportError(
          requestError(
            'LIMIT_EXCEEDED',
            `The operation has ${count} deferred fragments with its fragments expanded; at most ${maximum} are allowed. Defer fewer and larger fragments.`,
            { limit: 'max_deferred_fragments', maximum },
          ),
        );
      }
      return false;
    },
  };
};
