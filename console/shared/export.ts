/** Formats of an export, with their names. */
export type ExportFormats = Readonly<Record<string, string>>;

/** The formats of all lists. */
export const rowFormats: ExportFormats = { csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' };

/** A list of the server that can be exported, with the filter as variables of the graph. */
export interface ExportedList {
  /** Its address, such as `api/zone-imports/export`. */
  readonly path: string;
  readonly filter?: object;
}

/** The address that streams all records of a list that match the filter. */
export function hrefOfExport(format: string, { path, filter = {} }: ExportedList): string {
  const search = new URLSearchParams({ format });
  for (const [field, value] of Object.entries(filter)) {
    const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  return `${path}?${search}`;
}
