/** Values of the parameter `format` of an export, with their labels. */
export type ExportFormats = Readonly<Record<string, string>>;

/** The formats that every list can be exported in. */
export const rowFormats: ExportFormats = { csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' };

/** A list that the server can export, with its filter as in the graph: fields in camel case. */
export interface ExportedList {
  /** Path relative to the console, such as `api/zone-imports/export`. */
  readonly path: string;
  readonly filter?: object;
  /** Whether the export contains all records, although the page has a filter or a selected tenant. */
  readonly isUnfiltered?: boolean;
}

/** The URL of an export of all records that match the filter, relative to the console. */
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
