import { KeyTree } from '../../../platform/key-tree.js';
import type { JsonObject } from './merge.js';

/** The representations of one fetch, each once however often it occurs. */
export class DistinctRepresentations {
  readonly representations: JsonObject[] = [];
  readonly #fields: readonly string[] | undefined;
  readonly #places = new KeyTree<number>();
  /** What stands for a list or an object among the keys, by its text. */
  readonly #composites = new Map<string, object>();

  /** @param fields the fields that each of the representations has; undefined when they differ. The last should differ most. */
  constructor(fields: readonly string[] | undefined) {
    this.#fields = fields;
  }

  /** The index of the representation, or of an equal one that was added before. */
  add(representation: JsonObject): number {
    const keys = this.#fields?.map((field) => this.#keyOf(representation[field])) ?? [JSON.stringify(representation)];
    return this.#places.at(keys, () => this.representations.push(representation) - 1);
  }

  /** Equal for equal values. */
  #keyOf(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    const known = this.#composites.get(text);
    if (known !== undefined) return known;
    this.#composites.set(text, value);
    return value;
  }
}
