import type { ASTVisitor, ValidationContext, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { requestError } from '../errors/index.js';

/** Limits the number of operations in a document, because each requested operation is prepared and cached. */
export function maxOperationsRule(maximum: number): ValidationRule {
  return function MaxOperations(context: ValidationContext): ASTVisitor {
    return {
      Document({ definitions }) {
        const count = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION).length;
        if (count > maximum) {
          context.reportError(
            requestError(
              'LIMIT_EXCEEDED',
              `The document has ${count} operations; the maximum is ${maximum}. Send only the operations that you use, or split the document.`,
              { limit: 'max_operations', maximum },
            ),
          );
        }
      },
    };
  };
}
