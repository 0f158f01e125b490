import type { PgEnum } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql';

/** A type of PostgreSQL, with what its values are here. */
export interface ValueType<Value> {
  /** As PostgreSQL names it (`format_type`). */
  readonly name: string;
  /** Casts a parameter of it, which the driver sends as text. */
  readonly cast: string;
  /** Makes the value of what the driver reads; absent where that is the value already. */
  read?(driven: string): Value;
  readonly isNullable?: true;
  /** It may be left out of the values of a statement that does not use it. */
  readonly isOptional?: true;
  /** Makes what is sent of the value; absent where that is the value already. */
  write?(value: Value): unknown;
  /** For the compiler alone. */
  readonly value?: Value;
}

export type ValueTypes = Readonly<Record<string, ValueType<unknown>>>;
export type ValueOf<Type> = Type extends ValueType<infer Value> ? Value : never;

interface Conversions<Value> {
  read?(driven: string): Value;
  write?(value: Value): unknown;
}

function plain<Value>(name: string, conversions: Conversions<Value> = {}): ValueType<Value> {
  return { name, cast: `::${name}`, ...conversions };
}

export const text = plain<string>('text');
export const uuid = plain<string>('uuid');
export const boolean = plain<boolean>('boolean');
export const integer = plain<number>('integer');
export const float8 = plain<number>('double precision');
/** Whole numbers up to 2^53 - 1, which the driver reads as text. */
export const bigint = plain<number>('bigint', { read: Number });
/** Sent as text: the driver would encode a parameter of type bytea a second time. */
export const bytea: ValueType<Buffer> = {
  name: 'bytea',
  cast: '::text::bytea',
  write: (bytes) => `\\x${bytes.toString('hex')}`,
};

/** JSON of a shape that the writer of the column answers for. */
export function json<Value>(): ValueType<Value> {
  return { name: 'json', cast: '::text::json', write: (value) => JSON.stringify(value) };
}

/** The same in its binary form. */
export function jsonb<Value>(): ValueType<Value> {
  return { name: 'jsonb', cast: '::text::jsonb', write: (value) => JSON.stringify(value) };
}

/** A type of the tables. The driver does not know it, so that it is sent as text. */
export function enumeration<Values extends [string, ...string[]]>(type: PgEnum<Values>): ValueType<Values[number]> {
  const name = type.schema === undefined ? type.enumName : `${type.schema}.${type.enumName}`;
  return { name, cast: `::text::${name}` };
}

/** A list; of a row the driver reads lists of texts and of numbers only. */
export function array<Value>(type: ValueType<Value>): ValueType<Value[]> {
  return { name: `${type.name}[]`, cast: type.cast.replaceAll(/::[^:]+/g, '$&[]') };
}

export function nullable<Value>(type: ValueType<Value>): ValueType<Value | null> & { readonly isNullable: true } {
  // What reads and writes a value is never called for null.
  return { ...(type as ValueType<Value | null>), isNullable: true };
}

/** For statements whose text depends on what is given. */
export function optional<Value>(type: ValueType<Value>): ValueType<Value> & { readonly isOptional: true } {
  return { ...type, isOptional: true };
}

/** The same type for a value that is written from another one. */
export function encodedFrom<Given, Value>(type: ValueType<Value>, write: (given: Given) => Value): ValueType<Given> {
  return { name: type.name, cast: type.cast, write };
}

/** An expression of this type: it is cast to it, so that the type is no promise. */
export function typed<Value>(type: ValueType<Value>, expression: SQL): SQL<Value> {
  const cast = sql<Value>`(${expression})::${sql.raw(type.name)}`;
  return type.read === undefined ? cast : cast.mapWith(type.read);
}
