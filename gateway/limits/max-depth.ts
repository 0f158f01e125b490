import type { ASTVisitor, SelectionSetNode, ValidationContext, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { requestError } from '../errors/index.js';
import type { FragmentSource } from './expansion.js';

/**
 * Bounds how deep an operation's fields are nested, through fragments. A field of the root is at depth 1. Introspection is
 * left out: it has a limit of its own.
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
              `The operation is ${depth} fields deep; at most ${maximum} are allowed. Start nearer to what you look for, or ask in several requests.`,
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
  const fragments = new Map<string, number>();

  function depthOfSet(selectionSet: SelectionSetNode): number {
    let deepest = 0;
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        deepest = Math.max(deepest, depthOfFragment(selection.name.value));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        deepest = Math.max(deepest, depthOfSet(selection.selectionSet));
      } else if (selection.name.value !== '__schema' && selection.name.value !== '__type') {
        deepest = Math.max(
          deepest,
          1 + (selection.selectionSet === undefined ? 0 : depthOfSet(selection.selectionSet)),
        );
      }
    }
    return deepest;
  }

  function depthOfFragment(name: string): number {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    fragments.set(name, 0);
    const fragment = source.getFragment(name);
    const depth = fragment === null || fragment === undefined ? 0 : depthOfSet(fragment.selectionSet);
    fragments.set(name, depth);
    return depth;
  }

  return depthOfSet(root);
}
