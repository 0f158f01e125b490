import { ResourceCounts } from '../../platform/resource-counts.js';
import { type SharedCounter, UnsentChanges } from './shared-counts.js';

/** Counts held resources by holder, in this process and in those with which it shares counts. */
export class SharedResourceCounts extends ResourceCounts implements SharedCounter {
  readonly #unsent = new UnsentChanges();

  startSharing(): void {
    this.#unsent.startSharing();
  }

  takeChanges(): Iterable<readonly [string, number]> {
    return this.#unsent.take();
  }

  addChanges(changes: Iterable<readonly [string, number]>): void {
    for (const [holder, change] of changes) super.change(holder, change);
  }

  protected override change(holder: string, change: number): void {
    super.change(holder, change);
    this.#unsent.add(holder, change);
  }
}
