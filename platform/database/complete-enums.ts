import type { Migration } from './migrations.js';

const createType = /^\s*create type ("\w+"\."\w+") as enum\s*\(([^)]*)\)\s*;?\s*$/i;
const addValue = /^\s*alter type ("\w+"\."\w+") add value ('[^']*')(?: (before|after) ('[^']*'))?\s*;?\s*$/i;

/**
 * Creates enum types with the values that later migrations of the list add, and omits those `ALTER TYPE … ADD VALUE`.
 * PostgreSQL accepts an added value only after a commit, but a restore creates the tables and loads them in one
 * transaction. Types that the list does not create remain as they are.
 * https://www.postgresql.org/docs/current/sql-altertype.html, "Notes"
 */
export function createCompleteEnums(migrations: readonly Migration[]): Migration[] {
  const valuesOfTypes = completeValues(migrations.flatMap(({ statements }) => statements));
  return migrations.map((migration) => ({
    ...migration,
    statements: migration.statements.flatMap((statement) => {
      if (valuesOfTypes.has(addValue.exec(statement)?.[1] ?? '')) return [];
      const type = createType.exec(statement)?.[1] ?? '';
      const values = valuesOfTypes.get(type);
      return values === undefined ? [statement] : [`create type ${type} as enum (${values.join(', ')})`];
    }),
  }));
}

/** The quoted values of each enum type that these statements create, in the order of the type. */
function completeValues(statements: readonly string[]): Map<string, string[]> {
  const valuesOfTypes = new Map<string, string[]>();
  for (const statement of statements) {
    const [, createdType, list = ''] = createType.exec(statement) ?? [];
    if (createdType !== undefined) valuesOfTypes.set(createdType, list.match(/'[^']*'/g) ?? []);
    const [, type = '', value = '', side, neighbor = ''] = addValue.exec(statement) ?? [];
    const values = valuesOfTypes.get(type);
    if (values === undefined) continue;
    const position = side === undefined ? values.length : values.indexOf(neighbor) + (/after/i.test(side) ? 1 : 0);
    values.splice(position, 0, value);
  }
  return valuesOfTypes;
}
