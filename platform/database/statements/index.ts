export { execute, fetchOne, fetchRow, fetchRows, hasRow } from './calls.js';
export { hasPassed } from './has-passed.js';
export {
  insertInto,
  joined,
  type RowOfSelection,
  rows,
  type Selection,
  selectFields,
  whereAll,
} from './rows.js';
export { declaredStatements, sqlFile } from './sql-file.js';
export { build, type ParameterValues, type Placeholders, type RowOf, run, runForOne, statement } from './statement.js';
export { byFields, byShape } from './statement-cache.js';
export { stream } from './stream.js';
export {
  array,
  bigint,
  boolean,
  bytea,
  encodedFrom,
  enumeration,
  float8,
  integer,
  json,
  jsonb,
  nullable,
  optional,
  type RecordOf,
  records,
  text,
  typed,
  uuid,
  type ValueType,
  type ValueTypes,
} from './value-types.js';
