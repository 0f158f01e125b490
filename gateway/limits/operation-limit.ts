import type { ASTVisitor, OperationDefinitionNode, ValidationContext, ValidationRule } from 'graphql';
import { requestError } from '../errors/index.js';
import type { FragmentSource } from './expansion.js';

/**
 * Creates a validation rule that limits a count in each operation. Its error has the extensions `limit` (the name of
 * the limit) and `maximum`.
 */
export function operationLimit(options: {
  readonly limit: string;
  readonly maximum: number;
  measure(operation: OperationDefinitionNode, fragments: FragmentSource): number;
  /** Returns the error message for an operation whose count exceeds the limit. */
  describe(count: number): string;
}): ValidationRule {
  const { limit, maximum, measure, describe } = options;
  return function OperationLimit(context: ValidationContext): ASTVisitor {
    return {
      OperationDefinition(operation) {
        const count = measure(operation, context);
        if (count > maximum) context.reportError(requestError('LIMIT_EXCEEDED', describe(count), { limit, maximum }));
        return false;
      },
    };
  };
}
