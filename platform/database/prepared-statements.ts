/**
 * Maximum number of prepared statements. PostgreSQL stores each of them on each connection; clients must not be able to
 * increase their number without limit.
 */
const maxStatements = 400;

/**
 * The statements that are prepared on some connections: the first distinct ones. They cause most of the load, because
 * the text of a statement is constant for its shape (columns, filter, order) and few shapes are frequent. Later
 * statements are planned at every execution.
 */
export class PreparedStatements {
  readonly #statements = new Set<string>();

  /** Whether the statement with this text is to be prepared. A new one is added unless the maximum is reached. */
  includes(text: string): boolean {
    if (this.#statements.has(text)) return true;
    if (this.#statements.size >= maxStatements) return false;
    this.#statements.add(text);
    return true;
  }
}
