import type postgres from 'postgres';
import { arrayLiteral, readNumbers, readTexts } from './array-literal.js';

/** Types of arrays by their oids (pg_type), which are the same in every PostgreSQL. */
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
 * Arrays of texts, and of what is read as text: `text[]` is of most rows, so read and written in fewer steps than the driver takes. With it the
 * driver's `sql.array` does not know the type of texts: a list is a parameter as it is.
 */
export const texts: postgres.PostgresType<(string | null)[]> = {
  to: arrayOids.text,
  from: [arrayOids.text, arrayOids.varchar, arrayOids.name, arrayOids.uuid, arrayOids.bigint],
  // Literals come written already.
  serialize: (values) => (Array.isArray(values) ? arrayLiteral(values) : values),
  parse: readTexts,
};

/** Arrays of numbers. Those of other types, such as enums, are not read: select them as `text[]` or as JSON. */
export const numbers: postgres.PostgresType<(number | null)[]> = {
  to: arrayOids.integer,
  from: [arrayOids.smallint, arrayOids.integer, arrayOids.real, arrayOids.double],
  serialize: (values) =>
    Array.isArray(values) ? arrayLiteral(values.map((value) => value?.toString() ?? null)) : values,
  parse: readNumbers,
};
