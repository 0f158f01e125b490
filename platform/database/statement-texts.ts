/** Characters that the cached texts of all statements may have together. One text has some thousands. */
const maxCharacters = 4_000_000;

let characters = 0;
/** Counts how often all cached texts were dropped. */
let generation = 0;

/**
 * Texts of statements that read a set of fields, written once for each shape: writing and hashing thousands of characters takes longer than reading
 * one row. A set of fields lives as long as the operation that selects it, and its texts go with it. When the texts of all statements exceed
 * their limit, because a client varies its filters, all are dropped and written again as they are needed.
 */
export class StatementTexts<Fields extends object> {
  #texts = new WeakMap<Fields, Map<string, string>>();
  #generation = generation;

  /** @param shape what distinguishes the statements of one set of fields */
  text(fields: Fields, shape: string, write: () => string): string {
    if (this.#generation !== generation) this.#drop();
    const shapes = this.#texts.get(fields);
    return shapes?.get(shape) ?? this.#remember({ fields, shape, text: write() });
  }

  #remember({ fields, shape, text }: { fields: Fields; shape: string; text: string }): string {
    characters += text.length + shape.length;
    if (characters > maxCharacters) {
      generation++;
      characters = text.length + shape.length;
      this.#drop();
    }
    const shapes = this.#texts.get(fields) ?? new Map<string, string>();
    this.#texts.set(fields, shapes.set(shape, text));
    return text;
  }

  #drop(): void {
    this.#texts = new WeakMap();
    this.#generation = generation;
  }
}
