import { csvEncoder } from './csv.js';
import { ndjsonEncoder } from './ndjson.js';
import { parquetEncoder } from './parquet.js';
import type { RecordColumn, RecordEncoder } from './record-column.js';

export { parquetWriterVersion } from './parquet.js';
export type { ColumnType, ColumnValue, RecordColumn, RecordEncoder } from './record-column.js';
export { type RecordSink, writeRecords } from './write-records.js';

/** The export formats in which records are rows with columns. */
export const rowFormats = ['csv', 'ndjson', 'parquet'] as const;
export type RowFormat = (typeof rowFormats)[number];

const encoders = { csv: csvEncoder, ndjson: ndjsonEncoder, parquet: parquetEncoder };

export function rowEncoder<Row>(format: RowFormat, columns: readonly RecordColumn<Row>[]): RecordEncoder<Row> {
  return encoders[format](columns);
}
