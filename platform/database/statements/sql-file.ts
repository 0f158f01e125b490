import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SQL, sql } from 'drizzle-orm/sql';
import { projectRoot } from '../../project-root.js';
import { rawQuery } from './raw-query.js';
import {
  compile,
  type ParameterValues,
  type Placeholders,
  placeholders,
  Statement,
  type StatementOptions,
} from './statement.js';
import { splitAtNames } from './text.js';
import { cast, type ValueOf, type ValueTypes } from './value-types.js';

/** A statement in an SQL file with its declared types, which a test compares with PostgreSQL's description. */
export interface DeclaredStatement {
  /** Path of the SQL file, relative to the root of the project. */
  readonly file: string;
  readonly text: string;
  /** Types of the columns; undefined if the rows are not read. */
  readonly row: ValueTypes | undefined;
}

const declarations = new Map<string, () => DeclaredStatement>();

/** The statements of all SQL files declared so far. */
export function declaredStatements(): DeclaredStatement[] {
  return [...declarations.values()].map((read) => read());
}

type NoTypes = Record<never, never>;
type RowOf<Types extends ValueTypes> = { -readonly [Name in keyof Types]: ValueOf<Types[Name]> };

/**
 * A statement in an SQL file alongside the module that declares it. The file has named parameters (`:ids`), to which
 * casts are added, and columns in snake case. A parameter of `records` is an item of a `from` clause.
 * @param module `import.meta.url` of that module
 * @param name name of the file
 * @param shape types of its parameters, and of its columns in order
 */
export function sqlFile<const Parameters extends ValueTypes = NoTypes, const Row extends ValueTypes = NoTypes>(
  module: string,
  name: string,
  shape: { readonly parameters?: Parameters; readonly row?: Row } = {},
  options?: StatementOptions,
): Statement<RowOf<Row>, ParameterValues<Parameters>> {
  const file = relative(projectRoot, fileURLToPath(new URL(name, module))).replace(/^dist[\\/]/, '');
  const parameters: ValueTypes = shape.parameters ?? {};
  // Only the names and conversions of these columns matter: the file selects them.
  const columns = Object.entries(shape.row ?? {}).map(([column, type]) => [column, cast(type, sql``)] as const);
  const selection = Object.fromEntries(columns);
  const read = () =>
    compile(
      parameters,
      rawQuery(selection, () => sqlOf(file, placeholders(parameters))),
    );
  declarations.set(file, () => ({ file, text: read().text, row: shape.row }));
  return new Statement(read, options);
}

function sqlOf(file: string, parameters: Placeholders<ValueTypes>): SQL {
  const parts = splitAtNames(readFileSync(join(projectRoot, file), 'utf8')).map((part, index) => {
    const isName = index % 2 === 1;
    const expression = isName ? parameters[part] : sql.raw(part);
    if (expression === undefined) throw new Error(`${file} has a parameter that is not declared: ${part}`);
    return expression;
  });
  return sql.join(parts);
}
