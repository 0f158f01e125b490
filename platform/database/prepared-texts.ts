/**
 * Maximum number of prepared statements. PostgreSQL stores each of them on each connection; operations of clients must
 * not increase their number without limit.
 */
const maxTexts = 400;

/**
 * The statements that are prepared on some connections: the first distinct texts, because a text is constant for its
 * shape (columns, filter, order) and few shapes cause most of the load. Later texts are planned every time.
 */
export class PreparedTexts {
  readonly #texts = new Set<string>();

  /** Whether the statement is prepared, or should be. */
  includes(text: string): boolean {
    if (this.#texts.has(text)) return true;
    if (this.#texts.size >= maxTexts) return false;
    this.#texts.add(text);
    return true;
  }
}
