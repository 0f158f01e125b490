/** Counts open resources by holder, such as the streams of a caller. */
export class ResourceCounts {
  readonly #counts = new Map<string, number>();
  #total = 0;

  /** Total number of open resources. */
  get total(): number {
    return this.#total;
  }

  countOf(holder: string): number {
    return this.#counts.get(holder) ?? 0;
  }

  /** @returns an idempotent function that releases the resource */
  acquire(holder: string): () => void {
    this.change(holder, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.change(holder, -1);
    };
  }

  protected change(holder: string, change: number): void {
    this.#total += change;
    const count = this.countOf(holder) + change;
    if (count === 0) this.#counts.delete(holder);
    else this.#counts.set(holder, count);
  }
}
