/** A set of fields to read from a row. Equal sets have the same `key`. */
export interface FieldSet<Field extends string> {
  readonly key: string;
  readonly names: readonly Field[];
}

/** Creates the set of these fields; order and duplicates do not matter. */
export function fieldSet<Field extends string>(fields: readonly Field[]): FieldSet<Field> {
  const names = [...new Set(fields)].sort();
  return { names, key: names.join(' ') };
}

/**
 * The row fields that are needed for the selected fields of the graph: those with the same name, and those from which a
 * field is computed. Other selected fields need none.
 */
export function fieldsOfRow<Field extends string>(
  selected: readonly string[],
  row: { readonly fields: ReadonlySet<Field>; readonly derived?: Readonly<Record<string, readonly Field[]>> },
): FieldSet<Field> {
  const { fields, derived = {} } = row;
  const isField = (name: string): name is Field => (fields as ReadonlySet<string>).has(name);
  return fieldSet(selected.flatMap((name) => derived[name] ?? (isField(name) ? [name] : [])));
}
