import { sumExpanded } from './expansion.js';
import { operationLimit } from './operation-limit.js';

/**
 * Maximum number of deferred fragments of an operation. Each adds a part to the response for every object to which it
 * applies.
 */
const maximum = 20;

/** Limits the number of fragments with `@defer` in an operation, with fragments expanded. */
export const maxDeferredRule = operationLimit({
  limit: 'max_deferred_fragments',
  maximum,
  measure: ({ selectionSet }, fragments) =>
    sumExpanded(fragments, selectionSet, ({ directives = [] }) =>
      directives.some(({ name }) => name.value === 'defer') ? 1 : 0,
    ),
  describe: (count) =>
    `The operation has ${count} deferred fragments with its fragments expanded; at most ${maximum} are allowed. Defer fewer and larger fragments.`,
});
