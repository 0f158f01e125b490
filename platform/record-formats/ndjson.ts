import type { RecordColumn, RecordEncoder } from './record-column.js';

/** Newline-delimited JSON: an object with all columns on each line. */
export function ndjsonEncoder<Row>(columns: readonly RecordColumn<Row>[]): RecordEncoder<Row> {
  return {
    add: (rows) =>
      rows
        .map((row) => `${JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, column.of(row)])))}\n`)
        .join(''),
    end: () => '',
  };
}
