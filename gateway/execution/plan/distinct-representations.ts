import type { JsonObject } from './merge.js';

/** By the values of the fields, one after the other; the last of them leads to the place. */
type Tree = Map<unknown, Tree | number>;

/** The representations of one fetch, each once however often it occurs. */
export class DistinctRepresentations {
  readonly representations: JsonObject[] = [];
  readonly #fields: readonly string[] | undefined;
  readonly #tree: Tree = new Map();
  /** What stands for a list or an object in the tree, by its text. */
  #composites: Map<string, object> | undefined;

  /** @param fields the fields that each of the representations has; undefined when they differ. The last should differ most. */
  constructor(fields: readonly string[] | undefined) {
    this.#fields = fields;
  }

  /** The index of the representation, or of an equal one that was added before. */
  add(representation: JsonObject): number {
    const fields = this.#fields;
    if (fields === undefined) return this.#place(this.#tree, JSON.stringify(representation), representation);
    let tree = this.#tree;
    const last = fields.length - 1;
    for (let index = 0; index < last; index++) {
      const key = this.#keyOf(representation[fields[index] ?? '']);
      let below = tree.get(key) as Tree | undefined; // Only the last field leads to a place.
      if (below === undefined) {
        below = new Map();
        tree.set(key, below);
      }
      tree = below;
    }
    return this.#place(tree, this.#keyOf(representation[fields[last] ?? '']), representation);
  }

  #place(tree: Tree, key: unknown, representation: JsonObject): number {
    const known = tree.get(key) as number | undefined; // The last field leads to nothing else.
    if (known !== undefined) return known;
    const place = this.representations.push(representation) - 1;
    tree.set(key, place);
    return place;
  }

  /** Equal for equal values. Texts of keys put together would have to be made and read once more for each entity. */
  #keyOf(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    this.#composites ??= new Map();
    const text = JSON.stringify(value);
    const known = this.#composites.get(text);
    if (known !== undefined) return known;
    this.#composites.set(text, value);
    return value;
  }
}
