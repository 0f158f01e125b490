import { type SharedCounter, UnsentChanges } from './shared-counts.js';

/** Counts what is open by its holder, such as the streams of a caller, in this process and in those it shares with. */
export class HeldCounts implements SharedCounter {
  readonly #counts = new Map<string, number>();
  readonly #unsent = new UnsentChanges();
  #total = 0;

  /** Number of all that is open. */
  get total(): number {
    return this.#total;
  }

  of(holder: string): number {
    return this.#counts.get(holder) ?? 0;
  }

  /** @returns a function that releases it, idempotent */
  hold(holder: string): () => void {
    this.#change(holder, 1);
    this.#unsent.add(holder, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#change(holder, -1);
      this.#unsent.add(holder, -1);
    };
  }

  startSharing(): void {
    this.#unsent.startSharing();
  }

  takeChanges(): Iterable<readonly [string, number]> {
    return this.#unsent.take();
  }

  addChanges(changes: Iterable<readonly [string, number]>): void {
    for (const [holder, change] of changes) this.#change(holder, change);
  }

  #change(holder: string, change: number): void {
    this.#total += change;
    const count = this.of(holder) + change;
    if (count === 0) this.#counts.delete(holder);
    else this.#counts.set(holder, count);
  }
}
