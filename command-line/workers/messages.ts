import type { Worker } from 'node:cluster';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { LimitChanges } from '../../gateway/index.js';
import type { Address } from '../running.js';

/** The metrics of one process. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** A message from the supervisor to a worker. */
export type SupervisorMessage =
  /** The response to `waiting`: start serving. One worker runs the jobs. */
  | { readonly type: 'start'; readonly runsJobs: boolean }
  /** Finish pending requests and exit, because a replacement is ready. */
  | { readonly type: 'retire' }
  /** Stop, because the server is stopping. */
  | { readonly type: 'stop' }
  /** Send the metrics of the worker, in a response with this id. */
  | { readonly type: 'collect'; readonly id: number }
  /** The response to `metrics`: the metrics of all workers in the exposition format of Prometheus. */
  | { readonly type: 'metrics'; readonly id: number; readonly text: string }
  /** Changes of the counts of other workers for rate and concurrency limits. */
  | { readonly type: 'counted'; readonly changes: readonly LimitChanges[] };

/** Sends a message to a worker. Does nothing if the worker has ended. */
export function sendTo(worker: Worker, message: SupervisorMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** A message from a worker to the supervisor. */
export type WorkerMessage =
  /** The worker can receive messages from now on. Earlier messages would have been lost. */
  | { readonly type: 'waiting' }
  | { readonly type: 'ready'; readonly addresses: readonly Address[]; readonly listening: readonly string[] }
  /** The metrics of the worker: the response to the request with this id, or without an id, its last metrics. */
  | { readonly type: 'collected'; readonly id?: number; readonly metrics: ProcessMetrics }
  /** A client requests the metrics of all workers. */
  | { readonly type: 'metrics'; readonly id: number }
  /** Changes of the worker's counts for rate and concurrency limits since its last message. */
  | { readonly type: 'counted'; readonly changes: readonly LimitChanges[] };
