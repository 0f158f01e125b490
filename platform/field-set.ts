/** A set of fields to read of a row; `key` is the same for the same set. */
export interface FieldSet<Field extends string> {
  readonly key: string;
  readonly names: readonly Field[];
}

/**
 * What of a row each field of the graph needs. What is left out needs nothing of the row; the fields of `Named` cannot be
 * left out.
 */
export type FieldNeeds<Field extends string, Named extends string = never> = Readonly<
  Record<string, readonly Field[]> & Record<Named, readonly Field[]>
>;

/** The set of these fields, in whatever order and however often they are named. */
export function fieldSet<Field extends string>(fields: readonly Field[]): FieldSet<Field> {
  const names = [...new Set(fields)].sort();
  return { names, key: names.join(' ') };
}

/** The set that these fields of the graph need. */
export function fieldSetFor<Field extends string>(
  selected: readonly string[],
  needs: FieldNeeds<Field>,
): FieldSet<Field> {
  return fieldSet(selected.flatMap((name) => needs[name] ?? []));
}

/**
 * The set that these fields of the graph need: those of a row by their own names, and what others are derived from. What else is selected
 * needs nothing of the row.
 */
export function fieldsOfRow<Field extends string>(
  selected: readonly string[],
  row: { readonly fields: ReadonlySet<Field>; readonly derived?: Readonly<Record<string, readonly Field[]>> },
): FieldSet<Field> {
  const { fields, derived = {} } = row;
  const isField = (name: string): name is Field => (fields as ReadonlySet<string>).has(name);
  return fieldSet(selected.flatMap((name) => derived[name] ?? (isField(name) ? [name] : [])));
}
