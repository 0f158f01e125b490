export { execute, fetchOne, fetchRow, fetchRows, hasRow } from './calls.js';
export { hasPassed } from './has-passed.js';
export {
  insertInto,
  joined,
  type RowOfSelection,
  rawQuery,
  type Selection,
  selectFields,
  whereAll,
} from './raw-query.js';
export { declaredStatements, sqlFile } from './sql-file.js';
export {
  type ParameterValues,
  type Placeholders,
  queryBuilder,
  type RowOf,
  run,
  runForRow,
  statement,
} from './statement.js';
export { byFields, byShape } from './statement-cache.js';
export { stream } from './stream.js';
export {
  array,
  bigint,
  boolean,
  bytea,
  cast,
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
  uuid,
  type ValueType,
  type ValueTypes,
} from './value-types.js';
