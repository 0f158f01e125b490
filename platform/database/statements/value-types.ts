import type { PgEnum } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql';

/** A PostgreSQL type, with its TypeScript type. */
export interface ValueType<Value> {
  /** PostgreSQL's name of the type (`format_type`). */
  readonly name: string;
  /** Cast of a parameter, which the driver sends as text. */
  readonly cast: string;
  /** Converts what the driver reads; absent if no conversion is necessary. */
  read?(received: string): Value;
  readonly isNullable?: true;
  /** Whether the value may be omitted from a statement that does not use it. */
  readonly isOptional?: true;
  /** Converts the value to what is sent; absent if no conversion is necessary. */
  write?(value: Value): unknown;
  /** Exists only in the type. */
  readonly value?: Value;
}

export type ValueTypes = Readonly<Record<string, ValueType<unknown>>>;
export type ValueOf<Type> = Type extends ValueType<infer Value> ? Value : never;

interface Conversions<Value> {
  read?(received: string): Value;
  write?(value: Value): unknown;
}

function valueType<Value>(name: string, conversions: Conversions<Value> = {}): ValueType<Value> {
  return { name, cast: `::${name}`, ...conversions };
}

export const text = valueType<string>('text');
export const uuid = valueType<string>('uuid');
export const boolean = valueType<boolean>('boolean');
export const integer = valueType<number>('integer');
export const float8 = valueType<number>('double precision');
/** Integers up to 2^53 - 1, which the driver reads as strings. */
export const bigint = valueType<number>('bigint', { read: Number });
/** Sent as text, because the driver would encode a bytea parameter twice. */
export const bytea: ValueType<Buffer> = {
  name: 'bytea',
  cast: '::text::bytea',
  write: (bytes) => `\\x${bytes.toString('hex')}`,
};

/** JSON. The type is not verified; the writer of the column is responsible for it. */
export function json<Value>(): ValueType<Value> {
  return { name: 'json', cast: '::text::json', write: (value) => JSON.stringify(value) };
}

/** JSONB. The type is not verified, as in {@link json}. */
export function jsonb<Value>(): ValueType<Value> {
  return { name: 'jsonb', cast: '::text::jsonb', write: (value) => JSON.stringify(value) };
}

/** An enum of the tables. The driver does not know it, so it is sent as text. */
export function enumeration<Values extends [string, ...string[]]>(type: PgEnum<Values>): ValueType<Values[number]> {
  const name = type.schema === undefined ? type.enumName : `${type.schema}.${type.enumName}`;
  return { name, cast: `::text::${name}` };
}

/** An array. In rows, the driver reads only arrays of strings and numbers. */
export function array<Value>(type: ValueType<Value>): ValueType<Value[]> {
  return { name: `${type.name}[]`, cast: type.cast.replaceAll(/::[^:]+/g, '$&[]') };
}

/** The values of a row of {@link records}. */
type RecordValues<Columns extends ValueTypes> = { readonly [Name in keyof Columns]: ValueOf<Columns[Name]> };

/** Rows with these columns as a parameter. */
export interface Records<Columns extends ValueTypes = ValueTypes> extends ValueType<RecordValues<Columns>[]> {
  readonly columns: Columns;
}

/** A row of {@link records}. */
export type RecordOf<Type> = Type extends Records<infer Columns> ? RecordValues<Columns> : never;

/**
 * Rows as a parameter, which are sent as one list per column. In a statement, the parameter is an item of a `from`
 * clause: a table with the name of the parameter and with these columns, all in snake case.
 */
export function records<const Columns extends ValueTypes>(columns: Columns): Records<Columns> {
  return { name: 'record[]', cast: '', columns };
}

/** The values of one column of records, as they are sent. The driver writes lists of strings, or of numbers. */
export function listOf(type: ValueType<unknown>): { cast: string; write(values: readonly unknown[]): unknown[] } {
  const { cast, write = (value) => value, name, isNullable } = type;
  const isText = name === 'boolean' || isNullable === true;
  return {
    cast: array(name === 'boolean' ? { name, cast: `::text${cast}` } : { name, cast }).cast,
    write: (values) =>
      values.map((value) => {
        if (value === null) return null;
        return isText ? String(write(value)) : write(value);
      }),
  };
}

export function nullable<Value>(type: ValueType<Value>): ValueType<Value | null> & { readonly isNullable: true } {
  // `read` and `write` are never called with null.
  return { ...(type as ValueType<Value | null>), isNullable: true };
}

/** An optional parameter, for statements whose text depends on which parameters are present. */
export function optional<Value>(type: ValueType<Value>): ValueType<Value> & { readonly isOptional: true } {
  return { ...type, isOptional: true };
}

/** A type whose values are converted from another type when they are written. */
export function encodedFrom<Input, Value>(type: ValueType<Value>, write: (input: Input) => Value): ValueType<Input> {
  return { name: type.name, cast: type.cast, write };
}

/** An SQL expression that is cast to this type, so PostgreSQL enforces it. */
export function typed<Value>(type: ValueType<Value>, expression: SQL): SQL<Value> {
  const cast = sql<Value>`(${expression})::${sql.raw(type.name)}`;
  return type.read === undefined ? cast : cast.mapWith(type.read);
}
