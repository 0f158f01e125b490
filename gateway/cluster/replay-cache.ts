/**
 * The ids of recent calls, in two generations. A generation is dropped after two call lifetimes, so an id costs a set
 * entry and no timer.
 */
export class ReplayCache {
  #young = new Set<string>();
  #old = new Set<string>();
  #turnedAt = Number.NEGATIVE_INFINITY;

  readonly #lifeMs: number;

  constructor(lifeMs: number) {
    this.#lifeMs = lifeMs;
  }

  /** Returns whether the id is new, and records it. `now` is in milliseconds. */
  take(id: string, now: number): boolean {
    if (now - this.#turnedAt > this.#lifeMs) this.#turnOver(now);
    if (this.#young.has(id) || this.#old.has(id)) return false;
    this.#young.add(id);
    return true;
  }

  #turnOver(now: number): void {
    this.#old = this.#young;
    this.#young = new Set();
    this.#turnedAt = now;
  }
}
