import type { Worker } from 'node:cluster';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { LimitChanges } from '../../gateway/index.js';
import type { Address } from '../running.js';

/** The metrics of one process. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** From the supervisor to a worker. */
export type SupervisorMessage =
  /** The response to `waiting`: start serving. One worker runs the jobs. */
  | { readonly type: 'start'; readonly number: number; readonly runsJobs: boolean }
  /** A replacement serves: finish, and exit. */
  | { readonly type: 'retire' }
  /** The whole server stops. */
  | { readonly type: 'stop' }
  | { readonly type: 'collect'; readonly id: number }
  | { readonly type: 'metrics'; readonly id: number; readonly text: string }
  /** Counts of other workers for limits. */
  | { readonly type: 'counted'; readonly changes: readonly LimitChanges[] };

/** Sends a message to a worker; one that has ended needs none. */
export function sendTo(worker: Worker, message: SupervisorMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** From a worker to the supervisor. */
export type WorkerMessage =
  /** The worker receives messages from now on; earlier ones would be lost. */
  | { readonly type: 'waiting' }
  | { readonly type: 'ready'; readonly addresses: readonly Address[]; readonly listening: readonly string[] }
  /** Its metrics, requested or, without an id, the last ones. */
  | { readonly type: 'collected'; readonly id?: number; readonly metrics: ProcessMetrics }
  /** A client requests the metrics of all workers. */
  | { readonly type: 'metrics'; readonly id: number }
  /** Its counts for limits since the last message. */
  | { readonly type: 'counted'; readonly changes: readonly LimitChanges[] };
