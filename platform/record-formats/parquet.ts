import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ParquetWriter } from 'hyparquet-writer';
import type { ColumnType, ColumnValue, RecordColumn, RecordEncoder } from './record-column.js';

type SchemaElements = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

const require = createRequire(import.meta.url);

/**
 * Maximum number of records in a row group. Larger row groups would compress better, but a row group is encoded at once
 * and blocks the process: 5000 alerts take about 50 ms.
 */
const rowsPerGroup = 5000;

const string = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
const primitives = {
  string,
  number: { type: 'DOUBLE' },
  integer: { type: 'INT32' },
  boolean: { type: 'BOOLEAN' },
  json: string,
  time: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } },
  milliseconds: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } },
} as const satisfies Partial<Record<ColumnType, object>>;

/** Version of the library that writes Parquet; other versions may produce different bytes for the same records. */
export const parquetWriterVersion: string = readWriterVersion();

function readWriterVersion(): string {
  // The package does not export its package.json, which is above src/.
  const entry = require.resolve('hyparquet-writer');
  const file = join(dirname(entry), '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version; // npm requires a version.
}

/** Encodes records as Apache Parquet with Snappy. Columns are optional; times are instants in UTC with microseconds. */
export function parquetEncoder<Row>(columns: readonly RecordColumn<Row>[]): RecordEncoder<Row> {
  // Loaded here, because few processes write Parquet.
  const { ByteWriter, ParquetWriter }: typeof import('hyparquet-writer') = require('hyparquet-writer');
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: 'Rampart' });
  let pending: Row[] = [];

  function writeGroup(): void {
    const columnData = columns.map((column) => ({
      name: column.name,
      data: pending.map((row) => toStoredValue(column.type, column.of(row))),
      // Omits the statistics of each page: few readers need them, and they would remain in memory until the end.
      offsetIndex: false,
    }));
    void writer.write({ columnData, rowGroupSize: rowsPerGroup }); // Synchronous, because the sink is never flushed.
    pending = [];
  }
  function take(): Uint8Array {
    const part = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return part;
  }
  return {
    add(rows) {
      pending.push(...rows);
      if (pending.length >= rowsPerGroup) writeGroup();
      return take();
    },
    end() {
      if (pending.length > 0) writeGroup();
      void writer.finish();
      return take();
    },
  };
}

function schemaOf(columns: readonly { name: string; type: ColumnType }[]): SchemaElements {
  const elements = columns.flatMap<SchemaElements[number]>(({ name, type }) =>
    type === 'strings'
      ? [
          {
            ...{ name, repetition_type: 'OPTIONAL', num_children: 1 },
            ...{ converted_type: 'LIST', logical_type: { type: 'LIST' } },
          },
          { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
          { name: 'element', repetition_type: 'REQUIRED', ...string },
        ]
      : [{ name, repetition_type: 'OPTIONAL', ...primitives[type] }],
  );
  return [{ name: 'record', num_children: columns.length }, ...elements];
}

function toStoredValue(type: ColumnType, value: ColumnValue): ColumnValue | bigint {
  if (type === 'json' && value !== null) return JSON.stringify(value);
  if (typeof value !== 'number') return value;
  if (type === 'milliseconds') return BigInt(value);
  return type === 'time' ? BigInt(Math.round(value * 1e6)) : value;
}
