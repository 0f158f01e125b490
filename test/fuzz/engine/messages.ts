import type { CoverageCounts } from './coverage.js';

/** The address and the user of a database server. */
export interface DatabaseServer {
  readonly host: string;
  readonly user: string;
  readonly password: string;
}

/** The task of a worker, passed as a JSON argument of its process. */
export interface WorkerTask {
  readonly target: string;
  readonly seed: number;
  /** Directory of saved inputs. */
  readonly saved: string;
  /** File with the running input. */
  readonly current: string;
  /** A separate directory for the worker. */
  readonly folder: string;
  readonly executions: number | undefined;
  /** End time in Unix epoch milliseconds. */
  readonly endsAt: number;
  /** The database server of the run; undefined if no target uses it. */
  readonly cluster: DatabaseServer | undefined;
}

export interface WorkerMetrics extends CoverageCounts {
  readonly executions: number;
  readonly inputs: number;
  readonly bytes: number;
  /** Duration without the start. */
  readonly seconds: number;
  /** JavaScript heap and buffers in MiB. */
  readonly memoryMiB: number;
}

export type WorkerMessage =
  | { readonly kind: 'alive'; readonly metrics: WorkerMetrics | undefined }
  | { readonly kind: 'finding'; readonly report: string; readonly input: string }
  | { readonly kind: 'done'; readonly metrics: WorkerMetrics };
