import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';

/** The rows of a Parquet file as read by the Rust implementation, which shares no code with the export. */
export function parquetRows(bytes: Uint8Array): { columns: string[]; rows: Record<string, unknown>[] } {
  const table = tableFromIPC(readParquet(bytes).intoIPCStream());
  const rows = table.toArray().map((row) => {
    const values = Object.entries(row?.toJSON() ?? {}) as [string, unknown][]; // A row is a proxy of its columns.
    return Object.fromEntries(values.map(([name, value]) => [name, isVector(value) ? [...value] : value]));
  });
  return { columns: table.schema.fields.map(({ name, type }) => `${name} ${type}`), rows };
}

function isVector(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
