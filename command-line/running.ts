import type { Clock } from '../platform/clock.js';
import type { Configuration } from '../platform/configuration/index.js';
import type { Logger } from '../platform/log.js';

export interface RampartOptions {
  configuration: Configuration;
  clock: Clock;
  log: Logger;
}

export interface Address {
  name: string;
  url: string;
}

/** A process that answers requests. */
export interface Served {
  /** What is served where, in the order in which it is printed. */
  readonly addresses: readonly Address[];
  /** Lets requests and jobs under way finish, then stops. */
  close(): Promise<void>;
}

/** A process at work, with jobs. */
export interface Running extends Served {
  /** The URLs at which it listens, whatever the public ones are. */
  readonly listening: readonly string[];
  /** Resolves when jobs are taken. */
  readonly jobsStarted: Promise<void>;
}
