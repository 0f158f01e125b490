/**
 * The ids of recent calls, to reject replays. Ids are stored in two generations, each of which is dropped after two
 * call lifetimes, so an id costs a set entry and no timer.
 */
export class ReplayCache {
  #young = new Set<string>();
  #old = new Set<string>();
  #rotatedAt = Number.NEGATIVE_INFINITY;

  readonly #lifetimeMs: number;

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  /** Records a call id, and returns whether it is new. `now` is in milliseconds. */
  add(id: string, now: number): boolean {
    // The last rotation is in the future if the clock was set back.
    if (Math.abs(now - this.#rotatedAt) > this.#lifetimeMs) this.#rotate(now);
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
