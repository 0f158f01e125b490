/** Pseudorandom choices (mulberry32). Equal seeds yield equal choices. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** An integer from 0 (inclusive) to the bound (exclusive). */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item; // Callers pass non-empty lists.
  }

  /** A random subset of at least `min` items, in random order. */
  some<Item>(items: readonly Item[], min = 1): Item[] {
    const rest = [...items];
    const chosenItems: Item[] = [];
    const count = Math.min(items.length, min + this.below(items.length - min + 1));
    while (chosenItems.length < count) chosenItems.push(...rest.splice(this.below(rest.length), 1));
    return chosenItems;
  }
}

/** FNV-1a with additional mixing of its low bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
