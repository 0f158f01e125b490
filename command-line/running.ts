import type { MetricsPublication, SharedCounts } from '../gateway/index.js';
import type { Clock } from '../platform/clock.js';
import type { Configuration } from '../platform/configuration/index.js';
import type { Logger } from '../platform/log.js';

export interface RampartOptions {
  configuration: Configuration;
  clock: Clock;
  log: Logger;
  /** Role of the process as a worker; absent if it does not share its port. */
  worker?: WorkerRole;
}

/** Role of one of several processes that share their ports. */
export interface WorkerRole {
  readonly runsJobs: boolean;
  /** Combines the metrics of this worker with those of the others. */
  readonly publishMetrics: MetricsPublication;
  /** Starts to exchange counts for rate and concurrency limits with the other workers. */
  shareCounts(counts: SharedCounts): void;
}

export interface Address {
  name: string;
  url: string;
}

/** A process that serves requests. */
export interface ServingProcess {
  /** Addresses that the command prints when the process is ready, in this order. */
  readonly addresses: readonly Address[];
  /** Waits for requests and jobs in progress, then stops. */
  close(): Promise<void>;
}

/** A process that serves requests and can run background jobs. */
export interface RunningProcess extends ServingProcess {
  /** URLs at which the process listens. They may differ from its public URLs. */
  readonly listening: readonly string[];
  /** Resolves as soon as the process has started to process jobs. */
  readonly jobsStarted: Promise<void>;
  /**
   * Stops accepting connections, and waits until the open ones end. Other processes that share the port continue to
   * accept connections.
   */
  retire?(): Promise<void>;
}
