import { type Executor, executeStatement, type Parameter } from '../../platform/database/index.js';

/**
 * Runs SQL that is not part of the program. Returns rows as objects; `names` are the names of the columns, in order.
 */
export async function runText<Name extends string>(
  sql: Executor,
  text: string,
  names: readonly Name[],
  values: readonly Parameter[] = [],
): Promise<Record<Name, unknown>[]> {
  const mapRow = (row: readonly unknown[]) => Object.fromEntries(names.map((name, index) => [name, row[index]]));
  return (await executeStatement(sql, { text, values, mapRow })) as Record<Name, unknown>[]; // `mapRow` returns these rows.
}
