import type { MetricsPublication, SharedCounts } from '../gateway/index.js';
import type { Clock } from '../platform/clock.js';
import type { Configuration } from '../platform/configuration/index.js';
import type { Logger } from '../platform/log.js';

export interface RampartOptions {
  configuration: Configuration;
  clock: Clock;
  log: Logger;
  /** Absent for a process that has its port for itself. */
  worker?: WorkerRole;
}

/** What one of several processes that share their ports does for itself, and what it leaves to the others. */
export interface WorkerRole {
  readonly runsJobs: boolean;
  /** Makes the metrics of all workers from the metrics of each. */
  readonly publishMetrics: MetricsPublication;
  /** Starts to exchange what this process counts for limits with the other workers. */
  shareCounts(counts: SharedCounts): void;
}

export interface Address {
  name: string;
  url: string;
}

/** A process that answers requests. */
export interface Served {
  /** Printed addresses, in order. */
  readonly addresses: readonly Address[];
  /** Waits for requests and jobs in progress, then stops. */
  close(): Promise<void>;
}

/** A process with jobs. */
export interface Running extends Served {
  /** URLs at which it listens, which may differ from public ones. */
  readonly listening: readonly string[];
  /** Resolves when jobs are processed. */
  readonly jobsStarted: Promise<void>;
  /**
   * Accepts no more connections, which other processes that share the port do, and waits until those that it has end.
   */
  retire?(): Promise<void>;
}
