import type postgres from 'postgres';
import { arrayLiteral, parseNumberArray, parseStringArray } from './array-literal.js';

/** OIDs of array types (pg_type), which are the same in all versions of PostgreSQL. */
const arrayOids = {
  text: 1009,
  varchar: 1015,
  name: 1003,
  uuid: 2951,
  bigint: 1016,
  smallint: 1005,
  integer: 1007,
  real: 1021,
  double: 1022,
};

/**
 * Driver type for arrays of strings, and of types that are read as strings. It parses faster than the driver, because
 * most rows have a `text[]`. The driver's `sql.array` does not support this type; pass lists as parameters directly.
 */
export const textArray: postgres.PostgresType<(string | null)[]> = {
  to: arrayOids.text,
  from: [arrayOids.text, arrayOids.varchar, arrayOids.name, arrayOids.uuid, arrayOids.bigint],
  // Literals are passed unchanged.
  serialize: (values) => (Array.isArray(values) ? arrayLiteral(values) : values),
  parse: parseStringArray,
};

/**
 * Driver type for arrays of numbers. Arrays of other types, such as enums, are not parsed: select them as `text[]` or
 * as JSON.
 */
export const numberArray: postgres.PostgresType<(number | null)[]> = {
  to: arrayOids.integer,
  from: [arrayOids.smallint, arrayOids.integer, arrayOids.real, arrayOids.double],
  serialize: (values) =>
    Array.isArray(values) ? arrayLiteral(values.map((value) => value?.toString() ?? null)) : values,
  parse: parseNumberArray,
};
