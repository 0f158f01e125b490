import type { Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { type ProcessMetrics, sendTo } from './messages.js';

/** Maximum time to wait for the metrics of a worker. After it, the worker's last known metrics are used. */
const timeoutMs = 2000;

/** Sums the metrics of all workers, including the counts of those that have ended. */
export class AggregatedMetrics {
  /** The last known metrics of each running worker. */
  readonly #lastMetrics = new Map<Worker, ProcessMetrics>();
  readonly #pendingRequests = new Map<number, (metrics: ProcessMetrics) => void>();
  #endedCounts: ProcessMetrics = [];
  #requestCount = 0;

  /** Handles the metrics that a worker has sent. */
  receive(worker: Worker, { id, metrics }: { id?: number; metrics: ProcessMetrics }): void {
    this.#lastMetrics.set(worker, metrics);
    if (id === undefined) return;
    this.#pendingRequests.get(id)?.(metrics);
    this.#pendingRequests.delete(id);
  }

  /** Retains the last known counts of a worker that has ended, because a counter never decreases. */
  async removeWorker(worker: Worker): Promise<void> {
    const counts = (this.#lastMetrics.get(worker) ?? []).filter(isCount);
    this.#lastMetrics.delete(worker);
    const sum = AggregatorRegistry.aggregate([this.#endedCounts, counts]);
    this.#endedCounts = await sum.getMetricsAsJSON();
  }

  /** @returns the metrics in the exposition format of Prometheus */
  async format(workers: readonly Worker[]): Promise<string> {
    await Promise.all(workers.map((worker) => Promise.race([this.#collect(worker), delay(timeoutMs)])));
    const current = workers.flatMap((worker) => {
      const metrics = this.#lastMetrics.get(worker);
      return metrics === undefined ? [] : [metrics];
    });
    return await AggregatorRegistry.aggregate([this.#endedCounts, ...current]).metrics();
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
