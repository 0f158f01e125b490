import type { PgEnum } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql';

/** A PostgreSQL type, with its TypeScript type. */
export interface ValueType<Value> {
  /** PostgreSQL's name of the type (`format_type`). */
  readonly name: string;
  /** Cast of a parameter, which the driver sends as text. */
  readonly cast: string;
  /** Converts a value that the driver has read; absent if no conversion is necessary. */
  read?(received: string): Value;
  readonly isNullable?: true;
  /** Whether the parameter may be omitted from a statement that does not use it. */
  readonly isOptional?: true;
  /** Converts a value before it is sent; absent if no conversion is necessary. */
  write?(value: Value): unknown;
  /** Exists only in the type, for inference; never set. */
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
/** Integers up to 2^53 - 1. The driver reads them as strings, which are converted to numbers. */
export const bigint = valueType<number>('bigint', { read: Number });
/** Binary data. Sent as text, because the driver would encode a bytea parameter twice. */
export const bytea: ValueType<Buffer> = {
  name: 'bytea',
  cast: '::text::bytea',
  write: (bytes) => `\\x${bytes.toString('hex')}`,
};

/** JSON. Values read are not verified against the TypeScript type. */
export function json<Value>(): ValueType<Value> {
  return { name: 'json', cast: '::text::json', write: (value) => JSON.stringify(value) };
}

/** JSONB. Values read are not verified, as in {@link json}. */
export function jsonb<Value>(): ValueType<Value> {
  return { name: 'jsonb', cast: '::text::jsonb', write: (value) => JSON.stringify(value) };
}

/** An enum of the tables. The driver does not know the type, so values are sent as text. */
export function enumeration<Values extends [string, ...string[]]>(type: PgEnum<Values>): ValueType<Values[number]> {
  const name = type.schema === undefined ? type.enumName : `${type.schema}.${type.enumName}`;
  return { name, cast: `::text::${name}` };
}

/** An array. In rows, the driver reads only arrays of strings and numbers. */
export function array<Value>(type: ValueType<Value>): ValueType<Value[]> {
  return { name: `${type.name}[]`, cast: type.cast.replaceAll(/::[^:]+/g, '$&[]') };
}

/** The type of the values of a row of {@link records}. */
type RecordValues<Columns extends ValueTypes> = { readonly [Name in keyof Columns]: ValueOf<Columns[Name]> };

/** The type of a parameter that is a list of rows with these columns. */
export interface Records<Columns extends ValueTypes = ValueTypes> extends ValueType<RecordValues<Columns>[]> {
  readonly columns: Columns;
}

/** The type of a row of {@link records}. */
export type RecordOf<Type> = Type extends Records<infer Columns> ? RecordValues<Columns> : never;

/**
 * A parameter that is a list of rows, sent as one list per column. In a statement, the parameter is an item of a `from`
 * clause: a table with the name of the parameter and with these columns, all in snake case.
 */
export function records<const Columns extends ValueTypes>(columns: Columns): Records<Columns> {
  return { name: 'record[]', cast: '', columns };
}

/**
 * How a list of the values of one column is cast, and how each of them is sent. The driver writes only lists of strings
 * or of numbers.
 */
export function columnArray(type: ValueType<unknown>): { cast: string; write(value: unknown): unknown } {
  const { cast, write = (value) => value, name, isNullable } = type;
  const isText = name === 'boolean' || isNullable === true;
  return {
    cast: array(name === 'boolean' ? { name, cast: `::text${cast}` } : { name, cast }).cast,
    write: (value) => {
      if (value === null) return null;
      return isText ? String(write(value)) : write(value);
    },
  };
}

export function nullable<Value>(type: ValueType<Value>): ValueType<Value | null> & { readonly isNullable: true } {
  // `read` and `write` are never called with null.
  return { ...(type as ValueType<Value | null>), isNullable: true };
}

/** A parameter that may be absent, for statements whose text depends on which parameters are present. */
export function optional<Value>(type: ValueType<Value>): ValueType<Value> & { readonly isOptional: true } {
  return { ...type, isOptional: true };
}

/** A type whose parameters are converted from another type before they are sent. */
export function encodedFrom<Input, Value>(type: ValueType<Value>, write: (input: Input) => Value): ValueType<Input> {
  return { name: type.name, cast: type.cast, write };
}

/** Casts an SQL expression to this type, so PostgreSQL enforces it. */
export function cast<Value>(type: ValueType<Value>, expression: SQL): SQL<Value> {
  const expressionWithCast = sql<Value>`(${expression})::${sql.raw(type.name)}`;
  return type.read === undefined ? expressionWithCast : expressionWithCast.mapWith(type.read);
}
