export interface CacheBounds {
  /** How many entries are kept at least while all of them are in use; at most twice as many are held. */
  readonly entries: number;
  /** The same for the sum of the entries' weights. */
  readonly weight?: number;
}

/**
 * A bounded cache that keeps what is used. Two generations: when the young one is full it becomes the old one, and whatever
 * is used moves to the young one again. A hit costs one look-up and no bookkeeping.
 */
export class BoundedCache<Value> {
  readonly #bounds: Required<CacheBounds>;
  #young = new Map<string, { value: Value; weight: number }>();
  #old = new Map<string, { value: Value; weight: number }>();
  #weight = 0;

  constructor(bounds: CacheBounds) {
    this.#bounds = { weight: Number.POSITIVE_INFINITY, ...bounds };
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.set(key, old.value, old.weight);
    return old.value;
  }

  set(key: string, value: Value, weight = 1): void {
    if (weight > this.#bounds.weight) return;
    this.delete(key);
    if (this.#young.size >= this.#bounds.entries || this.#weight + weight > this.#bounds.weight) this.#turnOver();
    this.#young.set(key, { value, weight });
    this.#weight += weight;
  }

  delete(key: string): void {
    const young = this.#young.get(key);
    if (young !== undefined) this.#weight -= young.weight;
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Drops every entry that the test accepts. */
  deleteWhere(test: (value: Value) => boolean): void {
    for (const [key, { value }] of [...this.#young, ...this.#old]) {
      if (test(value)) this.delete(key);
    }
  }

  #turnOver(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#weight = 0;
  }
}
