/** Statements of one set of fields by their shape; more shapes than these are written anew each time. */
const mostShapes = 100;

/**
 * Texts of statements that read sets of fields, each written once: to write and hash thousands of characters takes longer than to read
 * one row. Sets of fields live as long as the operation that selects them, and what is kept goes with them.
 */
export class StatementTexts<Fields extends object> {
  readonly #texts = new WeakMap<Fields, Map<string, string>>();

  /** @param shape what tells the statements of a set of fields apart */
  text(fields: Fields, shape: string, write: () => string): string {
    let shapes = this.#texts.get(fields);
    if (shapes === undefined) {
      shapes = new Map();
      this.#texts.set(fields, shapes);
    }
    const known = shapes.get(shape);
    if (known !== undefined) return known;
    const text = write();
    if (shapes.size < mostShapes) shapes.set(shape, text);
    return text;
  }
}
