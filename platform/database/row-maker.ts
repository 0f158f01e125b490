/** Makes an object of the values of a row, in the order of the columns. */
export type MakeRow = (values: readonly unknown[]) => unknown;

/** Makers by the names of their columns. Only the statements of one program make them, so few are enough; more are made anew. */
const mostMakers = 1000;
const byNames = new Map<string, MakeRow>();
/** The driver keeps the columns of a prepared statement, so that they need no look at their names. */
const byColumns = new WeakMap<readonly Column[], MakeRow>();

export interface Column {
  readonly name: string;
}

/**
 * A maker of rows with these columns. It is compiled to one object literal: the driver sets one property after the other,
 * which takes several times longer and leaves much more for the garbage collector. Of columns with the same name the last counts.
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
  if (byNames.size < mostMakers) byNames.set(key, maker);
  return maker;
}

function compile(names: readonly string[]): MakeRow {
  const places = new Map(names.map((name, place) => [name, place]));
  const properties = [...places].map(([name, place]) => `[${JSON.stringify(name)}]: values[${place}]`);
  // Names are quoted: none can become code. In brackets even `__proto__` is a property like any other.
  return new Function('values', `"use strict"; return { ${properties.join(', ')} };`) as MakeRow; // What it returns is known above.
}
