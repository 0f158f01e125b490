import type { GraphQLCompositeType } from 'graphql';
import { type CollectedField, collectFields, type OperationSource, type PlacedSelections } from './selection.js';

/** A field of objects whose type is one of several. */
export interface MergedField extends CollectedField, SharedSelections {}

/** Selections that several types share, as far as they do. */
export interface SharedSelections {
  readonly selections: readonly PlacedSelections[];
  /** Whether the selections are those of several types around, so that an object may lack some of them. */
  readonly dependsOnType: boolean;
}

/**
 * The fields of objects that are of any of the types, one per response name: whatever the object's type, the shape under a name
 * is the same (FieldsInSetCanMerge). They are uniform when every object has all of them, in this order.
 */
export function collectForTypes(
  source: OperationSource,
  types: readonly GraphQLCompositeType[],
  { selections, dependsOnType }: SharedSelections,
): { readonly fields: readonly MergedField[]; readonly isUniform: boolean } {
  const perType = types.map((type) =>
    collectFields(source, type, selections).map((field) => ({ ...field, dependsOnType })),
  );
  const first = perType[0] ?? [];
  const isUniform =
    !dependsOnType &&
    !first.some((field) => field.isConditional) &&
    perType.every((fields) => haveSameNames(fields, first));
  return { fields: mergeFields(perType), isUniform };
}

function haveSameNames(fields: readonly CollectedField[], others: readonly CollectedField[]): boolean {
  return (
    fields.length === others.length &&
    fields.every((field, index) => field.responseName === others[index]?.responseName)
  );
}

function mergeFields(perType: readonly (readonly MergedField[])[]): MergedField[] {
  const merged = new Map<string, MergedField>();
  for (const field of perType.flat()) {
    const known = merged.get(field.responseName);
    merged.set(field.responseName, known === undefined ? field : mergeField(known, field));
  }
  return [...merged.values()];
}

function mergeField(known: MergedField, field: MergedField): MergedField {
  const isKnown = ({ selectionSet }: PlacedSelections) =>
    known.selections.some((other) => other.selectionSet === selectionSet);
  const added = field.selections.filter((selection) => !isKnown(selection));
  const isSame = added.length === 0 && field.selections.length === known.selections.length;
  return {
    ...known,
    selections: [...known.selections, ...added],
    dependsOnType: known.dependsOnType || field.dependsOnType || !isSame,
  };
}
