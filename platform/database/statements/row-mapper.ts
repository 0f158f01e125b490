import { Column, is } from 'drizzle-orm';
import { SQL } from 'drizzle-orm/sql';
import type { MapRow } from '../statement.js';

/** A column of a statement, with the path of the property that receives its value. */
export interface SelectedValue {
  readonly path: readonly string[];
  readonly field: unknown;
}

type Decode = (received: unknown) => unknown;

/** Column types that the driver already reads as the value that drizzle documents. */
const driverParsedTypes = new Set([
  'PgBoolean',
  'PgDoublePrecision',
  'PgEnumColumn',
  'PgInet',
  'PgInteger',
  'PgJson',
  'PgJsonb',
  'PgReal',
  'PgSerial',
  'PgSmallInt',
  'PgText',
  'PgTimestamp',
  'PgUUID',
  'PgVarchar',
]);

/**
 * Compiles a function that creates each row as one object literal, because setting properties one after the other takes
 * several times longer and produces much more garbage. Values that need no decoding are used unchanged.
 *
 * Fields whose path has several names form a nested object, a joined row, which is null if its first NOT NULL column is
 * null.
 * @throws {Error} for a joined row without such a column
 */
export function createRowMapper(selected: readonly SelectedValue[]): MapRow {
  const decoders: Decode[] = [];
  const source = objectSource({ selected: selected.map((value, index) => ({ ...value, index })), depth: 0, decoders });
  // Names are quoted, so they cannot inject code.
  return new Function('decoders', `"use strict"; return (values) => (${source});`)(decoders) as MapRow;
}

type IndexedValue = SelectedValue & { readonly index: number };

function objectSource(options: { selected: readonly IndexedValue[]; depth: number; decoders: Decode[] }): string {
  const { selected, depth, decoders } = options;
  const groups = Map.groupBy(selected, ({ path }) => path[depth] ?? '');
  const properties = [...groups].map(([name, fields]) => {
    const [onlyField] = fields;
    const isValue = onlyField?.path.length === depth + 1;
    const source = isValue
      ? valueSource(onlyField, decoders)
      : `${nullCheckSource(fields)} ? null : ${objectSource({ selected: fields, depth: depth + 1, decoders })}`;
    // In brackets, even `__proto__` is an ordinary property.
    return `[${JSON.stringify(name)}]: ${source}`;
  });
  return `{ ${properties.join(', ')} }`;
}

function valueSource({ field, index }: IndexedValue, decoders: Decode[]): string {
  const decode = decoderOf(field);
  if (decode === undefined) return `values[${index}]`;
  const decoder = decoders.push(decode) - 1;
  return `values[${index}] === null ? null : decoders[${decoder}](values[${index}])`;
}

function nullCheckSource(fields: readonly IndexedValue[]): string {
  const nonNullField = fields.find(({ field }) => is(field, Column) && field.notNull);
  if (nonNullField === undefined) {
    throw new Error(`the joined row ${fields[0]?.path[0]} requires a column that is never null`);
  }
  return `values[${nonNullField.index}] === null`;
}

function decoderOf(field: unknown): Decode | undefined {
  if (is(field, Column)) return columnDecoder(field);
  const expression = is(field, SQL.Aliased) ? field.sql : field;
  if (!is(expression, SQL)) return undefined;
  const { decoder } = expression as unknown as { decoder: { mapFromDriverValue: Decode } }; // Internal to drizzle.
  return decoder.mapFromDriverValue === plainDecoder.mapFromDriverValue
    ? undefined
    : (received) => decoder.mapFromDriverValue(received);
}

const { decoder: plainDecoder } = new SQL([]) as unknown as { decoder: { mapFromDriverValue: Decode } };

function columnDecoder(column: Column): Decode | undefined {
  const { columnType } = column;
  if (driverParsedTypes.has(columnType)) return undefined;
  if (columnType === 'PgArray') {
    const { baseColumn } = column as unknown as { baseColumn: Column };
    const decode = columnDecoder(baseColumn);
    return decode && ((received) => (received as unknown[]).map(decode));
  }
  // A custom type that has the same values as PostgreSQL's type.
  if (columnType === 'PgCustomColumn' && (column as unknown as { mapFrom: unknown }).mapFrom === undefined) {
    return undefined;
  }
  return (received) => column.mapFromDriverValue(received);
}
