import type { Statement } from './statement.js';

/** Maximum total length of the texts of all cached statements, in characters. One text has a few thousand. */
const maxCharacters = 4_000_000;
/** Memory that a cached statement uses besides its text, mainly for its compiled row mapper; counted in characters. */
const overheadCharacters = 8_000;

let characters = 0;
/** Number that is incremented when all cached statements are dropped. */
let generation = 0;

/**
 * Caches statements that depend on selected fields or filters. Each shape is compiled once, because compiling takes
 * much longer than reading a row. Equal sets of fields share their statements across operations. If clients use so many
 * combinations of fields and filters that all caches together exceed their limit, all caches are cleared.
 */
export class StatementCache<Row, Values> {
  /**
   * The cached statements, keyed by fields, then by shape. Both strings exist already, so a lookup allocates nothing.
   */
  readonly #statements = new Map<string, Map<string, Statement<Row, Values>>>();
  #generation = generation;

  /**
   * @param fields key of the set of selected fields; empty if it is constant
   * @param shape everything else that the text depends on
   */
  of(fields: string, shape: string, createStatement: () => Statement<Row, Values>): Statement<Row, Values> {
    if (this.#generation !== generation) this.#evict();
    return this.#statements.get(fields)?.get(shape) ?? this.#remember({ fields, shape, statement: createStatement() });
  }

  #remember(created: { fields: string; shape: string; statement: Statement<Row, Values> }): Statement<Row, Values> {
    const { fields, shape, statement } = created;
    const size = statement.compiled.text.length + fields.length + shape.length + overheadCharacters;
    characters += size;
    if (characters > maxCharacters) {
      generation++;
      characters = size;
      this.#evict();
    }
    const shapes = this.#statements.get(fields) ?? new Map<string, Statement<Row, Values>>();
    this.#statements.set(fields, shapes.set(shape, statement));
    return statement;
  }

  #evict(): void {
    this.#statements.clear();
    this.#generation = generation;
  }
}

/**
 * Returns a function that selects the statement for an input on which the statement's text depends. A statement is
 * compiled once for each shape.
 * @param shapeOf returns a string for everything that the text depends on
 */
export function byShape<Query, Row, Values>(
  shapeOf: (query: Query) => string,
  createStatement: (query: Query) => Statement<Row, Values>,
): (query: Query) => Statement<Row, Values> {
  const cache = new StatementCache<Row, Values>();
  return (query) => cache.of('', shapeOf(query), () => createStatement(query));
}

/** Like {@link byShape}, for a statement that also selects a set of fields. */
export function byFields<Query extends { readonly fields: { readonly key: string } }, Row, Values>(
  shapeOf: (query: Query) => string,
  createStatement: (query: Query) => Statement<Row, Values>,
): (query: Query) => Statement<Row, Values> {
  const cache = new StatementCache<Row, Values>();
  return (query) => cache.of(query.fields.key, shapeOf(query), () => createStatement(query));
}
