import type { RecordColumn, RecordEncoder } from './record-column.js';

/** Encodes records as newline-delimited JSON: on each line an object with all columns. */
export function ndjsonEncoder<Row>(columns: readonly RecordColumn<Row>[]): RecordEncoder<Row> {
  return {
    add: (rows) =>
      rows
        .map((row) => `${JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, column.of(row)])))}\n`)
        .join(''),
    end: () => '',
  };
}
