import type { Statement } from './statement.js';

/** Characters that the texts of all cached statements may have together. One text has some thousands. */
const maxCharacters = 4_000_000;
/** What a statement takes beside its text, its compiled maker of rows most of all, as characters. */
const overheadCharacters = 8_000;

let characters = 0;
/** Counts how often all cached statements were dropped. */
let generation = 0;

/**
 * Statements that depend on a set of fields or on what a client filters by, compiled once for each shape: to compile one takes much longer than
 * reading one row. Equal sets of fields have the same statements, whatever operation selects them. When the statements of all caches exceed
 * their limit, because a client varies its fields and filters, all are dropped and compiled again as they are needed.
 */
export class StatementCache<Row, Values> {
  /** By the key of the fields, then by shape: both are texts that exist already, so that a lookup makes none. */
  readonly #statements = new Map<string, Map<string, Statement<Row, Values>>>();
  #generation = generation;

  /**
   * @param fields the key of the fields that the statements select; empty where they are always the same
   * @param shape what else distinguishes the statements
   */
  of(fields: string, shape: string, make: () => Statement<Row, Values>): Statement<Row, Values> {
    if (this.#generation !== generation) this.#drop();
    return this.#statements.get(fields)?.get(shape) ?? this.#remember({ fields, shape, statement: make() });
  }

  #remember(made: { fields: string; shape: string; statement: Statement<Row, Values> }): Statement<Row, Values> {
    const { fields, shape, statement } = made;
    const size = statement.compiled.text.length + fields.length + shape.length + overheadCharacters;
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
    this.#statements.clear();
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
  return (query) => cache.of('', shapeOf(query), () => make(query));
}

/** The same for a statement that selects a set of fields, too. */
export function byFields<Query extends { readonly fields: { readonly key: string } }, Row, Values>(
  shapeOf: (query: Query) => string,
  make: (query: Query) => Statement<Row, Values>,
): (query: Query) => Statement<Row, Values> {
  const cache = new StatementCache<Row, Values>();
  return (query) => cache.of(query.fields.key, shapeOf(query), () => make(query));
}
