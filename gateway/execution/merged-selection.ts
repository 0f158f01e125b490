import type { GraphQLCompositeType } from 'graphql';
import { type CollectedField, collectFields, type OperationSource, type TypedSelectionSet } from './selection.js';

/**
 * Collects the fields of objects that can have any of these types, one per response name: the shape under a response
 * name is the same for all types (FieldsInSetCanMerge). An object may lack some of the fields.
 */
export function collectForTypes(
  source: OperationSource,
  types: readonly GraphQLCompositeType[],
  selections: readonly TypedSelectionSet[],
): CollectedField[] {
  const fieldsByName = new Map<string, CollectedField>();
  for (const field of types.flatMap((type) => collectFields(source, type, selections))) {
    const existing = fieldsByName.get(field.responseName);
    fieldsByName.set(field.responseName, existing === undefined ? field : mergeField(existing, field));
  }
  return [...fieldsByName.values()];
}

function mergeField(existing: CollectedField, field: CollectedField): CollectedField {
  const isKnown = ({ selectionSet }: TypedSelectionSet) =>
    existing.selections.some((other) => other.selectionSet === selectionSet);
  const added = field.selections.filter((selection) => !isKnown(selection));
  return { ...existing, selections: [...existing.selections, ...added] };
}
