import type { SelectionNode, SelectionSetNode, ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { sumExpanded } from './expansion.js';
import { operationLimit } from './operation-limit.js';

/**
 * Limits repeated selections of an operation: aliased fields (including `__typename`) and duplicate fields among
 * siblings, with fragments expanded.
 */
export function maxAliasesRule(maximum: number): ValidationRule {
  return operationLimit({
    limit: 'max_aliases',
    maximum,
    measure: ({ selectionSet }, fragments) => sumExpanded(fragments, selectionSet, createRepetitionCounter()),
    describe: (count) =>
      `The operation has ${count} aliases and repeated fields with its fragments expanded; at most ${maximum} are allowed. Split it into several requests.`,
  });
}

/**
 * Returns a function that counts repetitions: 1 for an aliased field, and for each duplicate field or spread among
 * siblings; otherwise 0.
 */
function createRepetitionCounter(): (selection: SelectionNode, siblings: SelectionSetNode) => number {
  const namesOfSets = new WeakMap<SelectionSetNode, Set<string>>();
  return function repetitionOf(selection, siblings) {
    if (selection.kind === Kind.INLINE_FRAGMENT) return 0;
    if (selection.kind === Kind.FIELD && selection.alias !== undefined) return 1;
    const names = namesOfSets.get(siblings) ?? new Set();
    namesOfSets.set(siblings, names);
    const name = `${selection.kind}:${selection.name.value}`;
    if (names.has(name)) return 1;
    names.add(name);
    return 0;
  };
}
