/**
 * The types of columns and their values. `time` is in Unix epoch seconds, `milliseconds` in Unix epoch milliseconds;
 * `json` is a JSON object or array of any shape. Null represents a missing value of any type.
 */
interface ColumnValues {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly time: number;
  readonly milliseconds: number;
  readonly strings: readonly string[];
  readonly boolean: boolean;
  readonly json: object;
}

export type ColumnType = keyof ColumnValues;
export type ColumnValue = ColumnValues[ColumnType] | null;

/** A column of exported records. */
export interface RecordColumn<Row> {
  readonly name: string;
  readonly type: ColumnType;
  of(row: Row): ColumnValue;
}

/** Encodes records in batches. Memory usage depends only on the size of a batch. */
export interface RecordEncoder<Row> {
  /** Encodes the next records; returns the next part of the export, which can be empty. */
  add(rows: readonly Row[]): string | Uint8Array;
  /** Returns the last part of the export. */
  end(): string | Uint8Array;
}
