import type { Statement } from './statement.js';

/** Characters that the texts of all cached statements may have together. One text has some thousands. */
const maxCharacters = 4_000_000;

let characters = 0;
/** Counts how often all cached statements were dropped. */
let generation = 0;

/**
 * Statements that depend on a set of fields or on what a client filters by, compiled once for each shape: to compile one takes much longer than
 * reading one row. A set of fields lives as long as the operation that selects it, and its statements go with it. When the texts of all
 * statements exceed their limit, because a client varies its filters, all are dropped and compiled again as they are needed.
 */
export class StatementCache<Row, Values> {
  #statements = new WeakMap<object, Map<string, Statement<Row, Values>>>();
  #generation = generation;

  /**
   * @param fields what the statements are of; they are dropped with it
   * @param shape what distinguishes the statements of one set of fields
   */
  of(fields: object, shape: string, make: () => Statement<Row, Values>): Statement<Row, Values> {
    if (this.#generation !== generation) this.#drop();
    const shapes = this.#statements.get(fields);
    return shapes?.get(shape) ?? this.#remember({ fields, shape, statement: make() });
  }

  #remember(made: { fields: object; shape: string; statement: Statement<Row, Values> }): Statement<Row, Values> {
    const { fields, shape, statement } = made;
    const size = statement.compiled.text.length + shape.length;
    characters += size;
    if (characters > maxCharacters) {
      generation++;
      characters = size;
      this.#drop();
    }
    const shapes = this.#statements.get(fields) ?? new Map<string, Statement<Row, Values>>();
    this.#statements.set(fields, shapes.set(shape, statement));
    return statement;
  }

  #drop(): void {
    this.#statements = new WeakMap();
    this.#generation = generation;
  }
}

/**
 * A statement that depends on what is asked for beyond its parameters: compiled once for each shape.
 * @param shapeOf what the text depends on
 */
export function byShape<Query, Row, Values>(
  shapeOf: (query: Query) => string,
  make: (query: Query) => Statement<Row, Values>,
): (query: Query) => Statement<Row, Values> {
  const cache = new StatementCache<Row, Values>();
  return (query) => cache.of(cache, shapeOf(query), () => make(query));
}

/** The same for a statement that selects a set of fields, too. */
export function byFields<Query extends { readonly fields: object }, Row, Values>(
  shapeOf: (query: Query) => string,
  make: (query: Query) => Statement<Row, Values>,
): (query: Query) => Statement<Row, Values> {
  const cache = new StatementCache<Row, Values>();
  return (query) => cache.of(query.fields, shapeOf(query), () => make(query));
}
