import type { CoverageCounts } from './coverage.js';

/** What a worker is told to do; one JSON argument of its process. */
export interface WorkerTask {
  readonly target: string;
  readonly seed: number;
  /** Folder of saved inputs. */
  readonly saved: string;
  /** File with the input that is running. */
  readonly current: string;
  /** A folder of its own. */
  readonly folder: string;
  readonly executions: number | undefined;
  /** Milliseconds since 1970 at which it ends. */
  readonly endsAt: number;
  /** Database server of the run. */
  readonly cluster: { readonly host: string; readonly user: string; readonly password: string };
}

export interface WorkerMetrics extends CoverageCounts {
  readonly executions: number;
  readonly inputs: number;
  readonly bytes: number;
  /** Without the time it took to start. */
  readonly seconds: number;
  /** MiB of the JavaScript heap and of buffers. */
  readonly memory: number;
}

export type WorkerMessage =
  | { readonly kind: 'alive'; readonly figures: WorkerMetrics | undefined }
  | { readonly kind: 'finding'; readonly report: string; readonly input: string }
  | { readonly kind: 'done'; readonly figures: WorkerMetrics };
