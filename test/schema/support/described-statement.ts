import type { Sql } from 'postgres';
import type { ValueTypes } from '../../../platform/database/statements/index.js';

interface DescribedColumn {
  readonly name: string;
  readonly type: number;
  readonly table: number;
  readonly number: number;
}

/**
 * Prepares a statement, and compares PostgreSQL's description of its columns with the declared ones.
 * @param declared undefined for a statement whose rows are not read
 */
export async function describedDifferences(
  sql: Sql,
  statement: string,
  declared: ValueTypes | undefined,
): Promise<string[]> {
  const { columns } = await sql.unsafe(statement).describe();
  if (declared === undefined) return [];
  const described = (columns ?? []) as readonly DescribedColumn[];
  const expected = Object.entries(declared);
  if (described.length !== expected.length) {
    return [`${expected.length} columns are declared, and PostgreSQL describes ${described.length}`];
  }
  const differences = await Promise.all(
    described.map(async (column, index) => {
      const [name = '', type] = expected[index] ?? [];
      const columnName = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (columnName !== column.name) {
        return `column ${index + 1} is declared as ${columnName}, and PostgreSQL calls it ${column.name}`;
      }
      const actual = await factsOf(sql, column);
      if (type?.name !== actual.type) {
        return `${column.name} is declared as ${type?.name}, and PostgreSQL returns ${actual.type}`;
      }
      const isUnexpectedNull = actual.isNullable && type?.isNullable !== true;
      return isUnexpectedNull ? `${column.name} may be null in its table, and is not declared so` : [];
    }),
  );
  return differences.flat();
}

/**
 * The type of a column, and whether it is nullable. An expression counts as not nullable, because PostgreSQL does not
 * report its nullability.
 */
async function factsOf(sql: Sql, { type, table, number }: DescribedColumn) {
  const [facts] = await sql<{ type: string; isNullable: boolean | null }[]>`
    select format_type(${type}, null) as type,
      (select not attnotnull from pg_attribute where attrelid = ${table} and attnum = ${number}) as "isNullable"`;
  return { type: facts?.type, isNullable: facts?.isNullable === true };
}
