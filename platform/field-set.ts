/** A set of fields to read of a row; `key` is the same for the same set. */
export interface FieldSet<Field extends string> {
  readonly key: string;
  readonly names: readonly Field[];
}

/** What of a row each field of the graph needs. What is left out needs nothing of the row. */
export type FieldNeeds<Field extends string> = Readonly<Record<string, readonly Field[]>>;

/** The set that these fields of the graph need. */
export function fieldSetFor<Field extends string>(
  selected: readonly string[],
  needs: FieldNeeds<Field>,
): FieldSet<Field> {
  const names = [...new Set(selected.flatMap((name) => needs[name] ?? []))].sort();
  return { names, key: names.join(' ') };
}
