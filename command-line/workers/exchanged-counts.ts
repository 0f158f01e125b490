import type { Worker } from 'node:cluster';
import type { LimitChanges } from '../../gateway/index.js';
import { sendTo } from './messages.js';

/** Held counts, by limit and holder. */
type HeldCounts = Map<string, Map<string, number>>;

/**
 * Forwards the counts that a worker reports for rate and concurrency limits to the other workers. When a worker ends,
 * the counts that it held, such as those of event streams, are released.
 */
export class ExchangedCounts {
  /** Counts held by each running worker. */
  readonly #held = new Map<Worker, HeldCounts>();

  /** Sends a new worker the counts that the other workers hold. */
  addWorker(worker: Worker): void {
    for (const heldCounts of this.#held.values()) sendChanges(worker, changesOf(heldCounts, 1));
    this.#held.set(worker, new Map());
  }

  /** Forwards the count changes of a worker. */
  receive(worker: Worker, changes: readonly LimitChanges[]): void {
    const heldCounts = this.#held.get(worker);
    if (heldCounts === undefined) return;
    for (const ofLimit of changes) if (ofLimit.isHeld) applyChanges(heldCounts, ofLimit);
    this.#sendToOthers(worker, changes);
  }

  removeWorker(worker: Worker): void {
    const heldCounts = this.#held.get(worker);
    if (heldCounts === undefined) return;
    this.#held.delete(worker);
    this.#sendToOthers(worker, changesOf(heldCounts, -1));
  }

  #sendToOthers(worker: Worker, changes: readonly LimitChanges[]): void {
    for (const other of this.#held.keys()) if (other !== worker) sendChanges(other, changes);
  }
}

function applyChanges(heldCounts: HeldCounts, { limit, changes }: LimitChanges): void {
  const ofLimit = heldCounts.get(limit) ?? new Map<string, number>();
  heldCounts.set(limit, ofLimit);
  for (const [holder, change] of changes) {
    const count = (ofLimit.get(holder) ?? 0) + change;
    if (count === 0) ofLimit.delete(holder);
    else ofLimit.set(holder, count);
  }
}

function changesOf(heldCounts: HeldCounts, sign: 1 | -1): LimitChanges[] {
  return [...heldCounts].map(([limit, counts]) => ({
    limit,
    isHeld: true,
    changes: [...counts].map(([holder, count]) => [holder, sign * count] as const),
  }));
}

function sendChanges(worker: Worker, changes: readonly LimitChanges[]): void {
  if (changes.length > 0) sendTo(worker, { type: 'counted', changes });
}
