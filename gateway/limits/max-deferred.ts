import type { ASTVisitor, ValidationContext, ValidationRule } from 'graphql';
import { requestError } from '../errors/index.js';
import { expandedSum } from './expansion.js';

/** Fragments that an operation may defer: each is a part of the response for every object that it is on. */
const maximum = 20;

/** Bounds the fragments with `@defer` of an operation with its fragments written out. */
export const maxDeferredRule: ValidationRule = function MaxDeferred(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const count = expandedSum(context, operation.selectionSet, ({ directives = [] }) =>
        directives.some(({ name }) => name.value === 'defer') ? 1 : 0,
      );
      if (count > maximum) {
        context.reportError(
          requestError(
            'LIMIT_EXCEEDED',
            `The operation defers ${count} fragments with its fragments expanded; at most ${maximum} are allowed. Defer fewer and larger fragments.`,
            { limit: 'max_deferred_fragments', maximum },
          ),
        );
      }
      return false;
    },
  };
};
