type Branch = Map<unknown, unknown>;

/**
 * A map with composite keys. Lookups do not concatenate the keys, because the result would have to be allocated and
 * hashed each time. All composite keys with the same first key must have the same length.
 */
export class CompositeKeyMap<Value> {
  readonly #root: Branch = new Map();

  /** Returns the value for these keys (at least one), and creates it on first use. */
  at(keys: readonly unknown[], create: () => Value): Value {
    const last = keys.length - 1;
    let branch = this.#root;
    for (let index = 0; index < last; index++) {
      let next = branch.get(keys[index]) as Branch | undefined; // Only the last key leads to a value.
      if (next === undefined) {
        next = new Map();
        branch.set(keys[index], next);
      }
      branch = next;
    }
    // All values have the same number of keys, so the last key leads to a value.
    const existing = branch.get(keys[last]) as Value | undefined;
    if (existing !== undefined) return existing;
    const value = create();
    branch.set(keys[last], value);
    return value;
  }
}
