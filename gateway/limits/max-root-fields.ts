import type { ASTVisitor, SelectionSetNode, ValidationContext, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { requestError } from '../errors/index.js';
import type { FragmentSource } from './expansion.js';

/** Bounds the fields at the root of an operation, through fragments; repeated ones and `__typename` count. */
export function maxRootFieldsRule(maximum: number): ValidationRule {
  return function MaxRootFields(context: ValidationContext): ASTVisitor {
    return {
      OperationDefinition(operation) {
        const count = rootFields(context, operation.selectionSet);
        if (count > maximum) {
          context.reportError(
            requestError(
              'LIMIT_EXCEEDED',
              `The operation has ${count} root fields; at most ${maximum} are allowed. Split it into several requests.`,
              { limit: 'max_root_fields', maximum },
            ),
          );
        }
        return false;
      },
    };
  };
}

function rootFields(source: FragmentSource, root: SelectionSetNode): number {
  const fragments = new Map<string, number>();

  function count(selectionSet: SelectionSetNode): number {
    return selectionSet.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1;
      return (
        sum +
        (selection.kind === Kind.INLINE_FRAGMENT ? count(selection.selectionSet) : countFragment(selection.name.value))
      );
    }, 0);
  }

  function countFragment(name: string): number {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    fragments.set(name, 0);
    const fragment = source.getFragment(name);
    const fields = fragment === null || fragment === undefined ? 0 : count(fragment.selectionSet);
    fragments.set(name, fields);
    return fields;
  }

  return count(root);
}
