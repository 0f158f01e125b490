import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../project-root.js';
import type { MapRow } from '../statement.js';
import { type ParameterValues, Statement, type StatementOptions } from './statement.js';
import { numberPlaceholders } from './text.js';
import type { ValueOf, ValueTypes } from './value-types.js';

/** A statement in an SQL file with its declared types, which a test compares with PostgreSQL's description. */
export interface DeclaredStatement {
  /** Path of the SQL file, relative to the root of the project. */
  readonly file: string;
  readonly text: string;
  readonly parameters: ValueTypes;
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
 * casts are added, and columns in snake case.
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
  const read = () => numberedFile(file, parameters);
  declarations.set(file, () => ({ file, text: read().text, parameters, row: shape.row }));
  return new Statement(() => {
    const { text, names } = read();
    return {
      text,
      parameters: names.map((parameter) => ({ name: parameter, write: parameters[parameter]?.write })),
      mapRow: createRowMapper(shape.row ?? {}),
    };
  }, options);
}

function numberedFile(file: string, parameters: ValueTypes): { text: string; names: string[] } {
  const result = numberPlaceholders(readFileSync(join(projectRoot, file), 'utf8'), (name) => {
    const type = parameters[name];
    if (type === undefined) throw new Error(`${file} has a parameter that is not declared: ${name}`);
    return type.cast;
  });
  const unused = Object.keys(parameters).filter((name) => !result.names.includes(name));
  if (unused.length > 0) throw new Error(`${file} does not use the parameters ${unused.join(', ')}`);
  return result;
}

function createRowMapper(row: ValueTypes): MapRow {
  const reads = Object.values(row).map(({ read }) => read);
  const properties = Object.keys(row).map((name, index) => {
    const value = `values[${index}]`;
    return `[${JSON.stringify(name)}]: ${reads[index] === undefined ? value : `${value} === null ? null : reads[${index}](${value})`}`;
  });
  return new Function('reads', `"use strict"; return (values) => ({ ${properties.join(', ')} });`)(reads) as MapRow;
}
