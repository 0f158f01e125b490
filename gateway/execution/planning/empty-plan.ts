import type { QueryPlan } from '@apollo/query-planner';
import { GraphQLError, Kind, type SelectionSetNode } from 'graphql';
import { RequestErrors } from '../errors.js';
import type { SelectedOperation } from '../operation.js';

/** The plan of an operation that selects no data. */
export const emptyPlan: QueryPlan = { kind: 'QueryPlan' };

/** @throws {RequestErrors} if the operation selects data and its plan has no fetch */
export function assertNotEmpty({ node }: QueryPlan, { operation, fragments }: SelectedOperation): void {
  if (node !== undefined || !selectsData(operation.selectionSet, { fragments })) return;
  const message = 'The operation has no plan across subgraphs: no subgraph provides its fields.';
  throw new RequestErrors('unplanned', [new GraphQLError(message)]);
}

/** Whether an operation selects root fields other than introspection fields, which the graph resolves itself. */
export function selectsData({ selections }: SelectionSetNode, parts: Pick<SelectedOperation, 'fragments'>): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return !selection.name.value.startsWith('__');
    if (selection.kind === Kind.INLINE_FRAGMENT) return selectsData(selection.selectionSet, parts);
    const fragment = parts.fragments.get(selection.name.value);
    return fragment !== undefined && selectsData(fragment.selectionSet, parts);
  });
}
