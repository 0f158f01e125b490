/** Makes an object of the values of a row, in the order of the columns. */
export type MakeRow = (values: readonly unknown[]) => unknown;

/** Makers by the names of their columns. Only the statements of one program make them, so few are enough; more are made anew. */
const maxMakers = 1000;
const byNames = new Map<string, MakeRow>();
/** The driver keeps the columns of a prepared statement, so that they need no look at their names. */
const byColumns = new WeakMap<readonly Column[], MakeRow>();

export interface Column {
  readonly name: string;
}

/**
 * A maker of rows with these columns. It is compiled to one object literal: the driver sets one property after the other,
 * which takes several times longer and leaves much more for the garbage collector. Of columns with the same name the last counts.
 *
 * Columns called `item.id`, `item.name` make an object `item` with the properties `id` and `name`: a row that was joined. It is null
 * where the first of them is, which therefore is one that no such row lacks.
 */
export function rowMaker(columns: readonly Column[]): MakeRow {
  const known = byColumns.get(columns);
  if (known !== undefined) return known;
  const maker = makerOf(columns.map((column) => column.name));
  byColumns.set(columns, maker);
  return maker;
}

function makerOf(names: readonly string[]): MakeRow {
  const key = JSON.stringify(names);
  const known = byNames.get(key);
  if (known !== undefined) return known;
  const maker = compile(names);
  if (byNames.size < maxMakers) byNames.set(key, maker);
  return maker;
}

function compile(names: readonly string[]): MakeRow {
  const places = new Map(names.map((name, place) => [name, place]));
  const groups = Map.groupBy(places, ([name]) => nameOfJoined(name) ?? name);
  const properties = [...groups].map(([name, columns]) => property(name, valueSource(columns)));
  return new Function('values', `"use strict"; return { ${properties.join(', ')} };`) as MakeRow; // What it returns is known above.
}

/** What the columns of a group make: the value of the one, or the object of a joined row. */
function valueSource(columns: readonly (readonly [name: string, place: number])[]): string {
  const [[name, place] = ['', 0]] = columns;
  const joined = nameOfJoined(name);
  if (columns.some(([each]) => nameOfJoined(each) !== joined))
    throw new Error(`a column is called like a joined row: ${name}`);
  if (joined === undefined) return `values[${place}]`;
  const properties = columns.map(([each, at]) => property(each.slice(joined.length + 1), `values[${at}]`));
  return `values[${place}] === null ? null : { ${properties.join(', ')} }`;
}

/** Names are quoted: none can become code. In brackets even `__proto__` is a property like any other. */
function property(name: string, value: string): string {
  return `[${JSON.stringify(name)}]: ${value}`;
}

/** `item` of `item.name`; undefined for the name of a column of the row itself. */
function nameOfJoined(column: string): string | undefined {
  const dot = column.indexOf('.');
  return dot < 1 ? undefined : column.slice(0, dot);
}
