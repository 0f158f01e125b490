type Branch = Map<unknown, unknown>;

/**
 * Values by several keys, each taken as it is: a lookup puts no text together, which would have to be made and hashed anew each time.
 * Equal first keys are followed by as many others.
 */
export class KeyTree<Value> {
  readonly #root: Branch = new Map();

  /** The value of these keys, at least one; it is made when they are first asked for. */
  at(keys: readonly unknown[], make: () => Value): Value {
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
    const known = branch.get(keys[last]) as Value | undefined; // As many keys, so no branch.
    if (known !== undefined) return known;
    const value = make();
    branch.set(keys[last], value);
    return value;
  }
}
