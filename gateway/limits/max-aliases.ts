import type { ASTVisitor, SelectionNode, SelectionSetNode, ValidationContext, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { requestError } from '../errors/index.js';
import { expandedSum } from './expansion.js';

/**
 * Bounds how often one operation asks for the same thing again: aliased fields (`__typename` too) and fields that repeat
 * one beside them, with fragments written out.
 */
export function maxAliasesRule(maximum: number): ValidationRule {
  return function MaxAliases(context: ValidationContext): ASTVisitor {
    return {
      OperationDefinition(operation) {
        const count = expandedSum(context, operation.selectionSet, repetition());
        if (count > maximum) {
          context.reportError(
            requestError(
              'LIMIT_EXCEEDED',
              `The operation has ${count} aliases and repeated fields with its fragments expanded; at most ${maximum} are allowed. Split it into several requests.`,
              { limit: 'max_aliases', maximum },
            ),
          );
        }
        return false;
      },
    };
  };
}

/** 1 for an aliased field and for each further field or spread of one name among siblings. */
function repetition(): (selection: SelectionNode, siblings: SelectionSetNode) => number {
  const seen = new WeakMap<SelectionSetNode, Set<string>>();
  return function repetitionOf(selection, siblings) {
    if (selection.kind === Kind.INLINE_FRAGMENT) return 0;
    if (selection.kind === Kind.FIELD && selection.alias !== undefined) return 1;
    const names = seen.get(siblings) ?? new Set();
    seen.set(siblings, names);
    const name = `${selection.kind}:${selection.name.value}`;
    if (names.has(name)) return 1;
    names.add(name);
    return 0;
  };
}
