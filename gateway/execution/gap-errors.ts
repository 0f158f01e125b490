import { GraphQLError } from 'graphql';
import type { CompletionGap } from './compiled/completion-run.js';
import type { PlanRun } from './plan/run.js';

/**
 * The errors for missing fields, except where something explains them: an error at the field or at a value that
 * contains it, or a subgraph that returned nothing for an object that contains the object of the field.
 */
export function gapErrors(
  gaps: readonly CompletionGap[],
  errors: readonly GraphQLError[],
  run: Pick<PlanRun, 'incomplete' | 'root'>,
): readonly GraphQLError[] {
  if (gaps.length === 0) return [];
  const failedPaths = new Set(errors.flatMap(({ path }) => (path === undefined ? [] : [JSON.stringify(path)])));
  const explained = objectsInIncomplete(run);
  const unexplained = gaps.filter(({ object, path }) => !explained.has(object) && !startsWithAny(path, failedPaths));
  const extensions = { code: 'QUERY_NOT_PLANNABLE' };
  return unexplained.map(({ message, path }) => new GraphQLError(message, { path, extensions }));
}

/** The objects in those for which a subgraph returned nothing. */
function objectsInIncomplete({ incomplete, root }: Pick<PlanRun, 'incomplete' | 'root'>): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  const visit = (value: unknown, isIn: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isIn) found.add(value);
    for (const inner of Object.values(value)) visit(inner, isIn || incomplete.has(value));
  };
  visit(root.data, false);
  return found;
}

function startsWithAny(path: readonly (string | number)[], others: ReadonlySet<string>): boolean {
  return others.size > 0 && path.some((_, index) => others.has(JSON.stringify(path.slice(0, index + 1))));
}
