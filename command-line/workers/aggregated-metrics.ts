import type { Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { type ProcessMetrics, sendTo } from './messages.js';

/** Maximum time to wait for the metrics of a worker. After it, the worker's last known metrics are used. */
const timeoutMs = 4000;

/** Sums the metrics of all workers, including the counts of those that have ended. */
export class AggregatedMetrics {
  /** The last known metrics of each worker that was ready and has not ended. */
  readonly #lastMetrics = new Map<Worker, ProcessMetrics>();
  readonly #pendingRequests = new Map<number, (metrics: ProcessMetrics) => void>();
  #endedCounts: ProcessMetrics = [];
  #retention: Promise<void> = Promise.resolve();
  #requestCount = 0;

  /** Includes the metrics of a worker that is ready. Its counts are retained after it has ended. */
  addWorker(worker: Worker): void {
    this.#lastMetrics.set(worker, []);
    // A worker sends its last metrics before it disconnects, and may have ended before they are received.
    worker.once('disconnect', () => {
      this.#retention = this.#retention.then(() => this.#retainCounts(worker));
    });
  }

  /** Handles the metrics that a worker has sent. */
  receive(worker: Worker, { id, metrics }: { id?: number; metrics: ProcessMetrics }): void {
    this.#lastMetrics.set(worker, metrics);
    if (id === undefined) return;
    this.#pendingRequests.get(id)?.(metrics);
    this.#pendingRequests.delete(id);
  }

  /**
   * @param isLeaving whether a worker is about to end: only its counts are included
   * @returns the metrics in the exposition format of Prometheus
   */
  async format(isLeaving: (worker: Worker) => boolean): Promise<string> {
    const workers = [...this.#lastMetrics.keys()];
    await Promise.all(
      workers.map((worker) => Promise.race([this.#collect(worker), delay(timeoutMs, undefined, { ref: false })])),
    );
    const current = [...this.#lastMetrics].map(([worker, metrics]) =>
      isLeaving(worker) ? metrics.filter(isCount) : metrics,
    );
    return await AggregatorRegistry.aggregate([this.#endedCounts, ...current]).metrics();
  }

  /** Retains the last known counts of a worker that has ended, because a counter never decreases. */
  async #retainCounts(worker: Worker): Promise<void> {
    const counts = (this.#lastMetrics.get(worker) ?? []).filter(isCount);
    const sum = await AggregatorRegistry.aggregate([this.#endedCounts, counts]).getMetricsAsJSON();
    // At the same time, so each count is always included once.
    this.#endedCounts = sum;
    this.#lastMetrics.delete(worker);
  }

  #collect(worker: Worker): Promise<unknown> {
    const id = ++this.#requestCount;
    const metrics = new Promise<ProcessMetrics>((resolve) => this.#pendingRequests.set(id, resolve));
    setTimeout(() => this.#pendingRequests.delete(id), timeoutMs).unref();
    sendTo(worker, { type: 'collect', id });
    return metrics;
  }
}

function isCount({ type }: ProcessMetrics[number]): boolean {
  return String(type) === 'counter' || String(type) === 'histogram';
}
