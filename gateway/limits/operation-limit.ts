import type { ASTVisitor, OperationDefinitionNode, ValidationContext, ValidationRule } from 'graphql';
import { requestError } from '../errors/index.js';
import type { FragmentSource } from './expansion.js';

/** Creates a rule that limits a number of each operation. Its error has `limit`, the name, and `maximum`. */
export function operationLimit(options: {
  readonly limit: string;
  readonly maximum: number;
  measure(operation: OperationDefinitionNode, fragments: FragmentSource): number;
  /** The message for an operation with a larger number. */
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
