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
    for (const held of this.#held.values()) sendChanges(worker, changesOf(held, 1));
    this.#held.set(worker, new Map());
  }

  /** Forwards the count changes of a worker. */
  receive(worker: Worker, changes: readonly LimitChanges[]): void {
    const held = this.#held.get(worker);
    if (held === undefined) return;
    for (const ofLimit of changes) if (ofLimit.isHeld) applyChanges(held, ofLimit);
    this.#sendToOthers(worker, changes);
  }

  removeWorker(worker: Worker): void {
    const held = this.#held.get(worker);
    if (held === undefined) return;
    this.#held.delete(worker);
    this.#sendToOthers(worker, changesOf(held, -1));
  }

  #sendToOthers(worker: Worker, changes: readonly LimitChanges[]): void {
    for (const other of this.#held.keys()) if (other !== worker) sendChanges(other, changes);
  }
}

function applyChanges(held: HeldCounts, { limit, changes }: LimitChanges): void {
  const ofLimit = held.get(limit) ?? new Map<string, number>();
  held.set(limit, ofLimit);
  for (const [holder, change] of changes) {
    const count = (ofLimit.get(holder) ?? 0) + change;
    if (count === 0) ofLimit.delete(holder);
    else ofLimit.set(holder, count);
  }
}

function changesOf(held: HeldCounts, sign: 1 | -1): LimitChanges[] {
  return [...held].map(([limit, counts]) => ({
    limit,
    isHeld: true,
    changes: [...counts].map(([holder, count]) => [holder, sign * count] as const),
  }));
}

function sendChanges(worker: Worker, changes: readonly LimitChanges[]): void {
  if (changes.length > 0) sendTo(worker, { type: 'counted', changes });
}
