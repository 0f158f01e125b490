import { CompositeKeyMap } from '../../../platform/composite-key-map.js';
import type { JsonObject } from './merge.js';

/** The representations of one fetch, without duplicates. */
export class DistinctRepresentations {
  readonly representations: JsonObject[] = [];
  readonly #fields: readonly string[] | undefined;
  readonly #indexes = new CompositeKeyMap<number>();
  /** Lists and objects by their JSON text. The first of several equal ones is the key of all of them. */
  readonly #composites = new Map<string, object>();

  /**
   * @param fields names of the fields that all representations have, most selective last; undefined if the fields
   * differ
   */
  constructor(fields: readonly string[] | undefined) {
    this.#fields = fields;
  }

  /** Adds a representation. Returns its index, or the index of an equal representation. */
  add(representation: JsonObject): number {
    const keys = this.#fields?.map((field) => this.#keyOf(representation[field])) ?? [JSON.stringify(representation)];
    return this.#indexes.at(keys, () => this.representations.push(representation) - 1);
  }

  /** Returns a key that is identical for equal values. */
  #keyOf(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    const existing = this.#composites.get(text);
    if (existing !== undefined) return existing;
    this.#composites.set(text, value);
    return value;
  }
}
