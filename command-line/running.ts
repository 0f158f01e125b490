import type { MetricsPublication, SharedCounts } from '../gateway/index.js';
import type { Clock } from '../platform/clock.js';
import type { Configuration } from '../platform/configuration/index.js';
import type { Logger } from '../platform/log.js';

export interface RampartOptions {
  configuration: Configuration;
  clock: Clock;
  log: Logger;
  /** Absent for a process that does not share its port. */
  worker?: WorkerRole;
}

/** Role of one of several processes that share their ports. */
export interface WorkerRole {
  readonly runsJobs: boolean;
  /** Combines the metrics of this worker with those of the others. */
  readonly publishMetrics: MetricsPublication;
  /** Starts to exchange this process's counts for limits with the other workers. */
  shareCounts(counts: SharedCounts): void;
}

export interface Address {
  name: string;
  url: string;
}

/** A process that serves requests. */
export interface ServingProcess {
  /** Printed addresses, in order. */
  readonly addresses: readonly Address[];
  /** Waits for requests and jobs in progress, then stops. */
  close(): Promise<void>;
}

/** A process with jobs. */
export interface RunningProcess extends ServingProcess {
  /** URLs at which it listens, which may differ from public ones. */
  readonly listening: readonly string[];
  /** Resolves when jobs are processed. */
  readonly jobsStarted: Promise<void>;
  /**
   * Stops accepting connections, which other processes of the port continue to do, and waits until its own ones end.
   */
  retire?(): Promise<void>;
}
