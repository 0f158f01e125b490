/**
 * The ids of recent calls, in two generations. A generation is dropped after two call lifetimes, so an id costs a set
 * entry and no timer.
 */
export class ReplayCache {
  #young = new Set<string>();
  #old = new Set<string>();
  #rotatedAt = Number.NEGATIVE_INFINITY;

  readonly #lifetimeMs: number;

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  /** Returns whether the id is new, and records it. `now` is in milliseconds. */
  take(id: string, now: number): boolean {
    if (now - this.#rotatedAt > this.#lifetimeMs) this.#rotate(now);
    if (this.#young.has(id) || this.#old.has(id)) return false;
    this.#young.add(id);
    return true;
  }

  #rotate(now: number): void {
    this.#old = this.#young;
    this.#young = new Set();
    this.#rotatedAt = now;
  }
}
