import type { AlertFilterInput } from './filter.js';

/** The formats of the export, with their names. */
export const exportFormats = {
  csv: 'CSV',
  ndjson: 'NDJSON',
  parquet: 'Parquet',
  stix: 'STIX 2.1',
  ocsf: 'OCSF',
} as const;

export type ExportFormat = keyof typeof exportFormats | 'navigator';

/** Enums have the spelling of REST in the address. */
const enums = new Set(['severity', 'status', 'platform', 'suppressed']);

/** The address that streams all alerts of a filter. */
export function hrefOfExport(format: ExportFormat, filter: AlertFilterInput): string {
  const search = new URLSearchParams({ format });
  for (const [field, value] of Object.entries(filter)) {
    const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) {
        search.append(name, enums.has(field) ? String(item).toLowerCase() : String(item));
      }
    }
  }
  return `api/alerts/export?${search}`;
}
