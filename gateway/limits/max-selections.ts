import type { ValidationRule } from 'graphql';
import { Kind } from 'graphql';
import { sumExpanded } from './expansion.js';
import { operationLimit } from './operation-limit.js';

/**
 * Limits the number of selections (fields including `__typename`, and fragment spreads), with fragments expanded. The
 * maximum is `max_tokens`, so a document with fragments can select as much as one without.
 */
export function maxSelectionsRule(maximum: number): ValidationRule {
  return operationLimit({
    limit: 'max_tokens',
    maximum,
    measure: ({ selectionSet }, fragments) =>
      sumExpanded(fragments, selectionSet, ({ kind }) => (kind === Kind.INLINE_FRAGMENT ? 0 : 1)),
    describe: (count) =>
      `The operation selects ${formatCount(count)} fields with its fragments expanded; at most ${maximum} are allowed. Spread fewer fragments, or split it into several requests.`,
  });
}

function formatCount(count: number): string {
  return count < 1e15 ? String(count) : 'too many';
}
