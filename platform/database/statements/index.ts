export { type Call, execute, fetchOne, fetchRow, fetchRows, hasRow } from './calls.js';
export {
  chosen,
  insertInto,
  type Joined,
  joined,
  type RowOfSelection,
  rows,
  type Selection,
  whereAll,
} from './rows.js';
export { type DeclaredStatement, declaredStatements, sqlFile } from './sql-file.js';
export { build, type Given, type Placeholders, type RowOf, run, runForOne, Statement, statement } from './statement.js';
export { byFields, byShape } from './statement-cache.js';
export {
  array,
  bigint,
  boolean,
  bytea,
  enumeration,
  float8,
  integer,
  json,
  jsonb,
  nullable,
  optional,
  text,
  timestamptz,
  typed,
  uuid,
  type ValueType,
  type ValueTypes,
  writtenFrom,
} from './value-types.js';
