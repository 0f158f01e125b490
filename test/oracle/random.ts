/** Random choices: the same seed gives the same ones (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 up to the bound, without it. */
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
    return items[this.below(items.length)] as Item; // Callers give lists that are not empty.
  }

  /** Some of the items, at least `min`, in random order. */
  some<Item>(items: readonly Item[], min = 1): Item[] {
    const rest = [...items];
    const taken: Item[] = [];
    const count = Math.min(items.length, min + this.below(items.length - min + 1));
    while (taken.length < count) taken.push(...rest.splice(this.below(rest.length), 1));
    return taken;
  }
}

/** FNV-1a, mixed once more so that its low bits are as good as the others. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
