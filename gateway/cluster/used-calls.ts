/**
 * The ids of calls that were seen within a time. Two generations: an id is forgotten when its generation is as old as calls may
 * be twice over, so remembering one costs an entry in a set and no timer.
 */
export class UsedCalls {
  #young = new Set<string>();
  #old = new Set<string>();
  #turnedAt = Number.NEGATIVE_INFINITY;

  readonly #lifeMilliseconds: number;

  constructor(lifeMilliseconds: number) {
    this.#lifeMilliseconds = lifeMilliseconds;
  }

  /** Whether the id is seen for the first time. `now` is in milliseconds. */
  take(id: string, now: number): boolean {
    if (now - this.#turnedAt > this.#lifeMilliseconds) this.#turnOver(now);
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
