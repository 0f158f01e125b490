import { setTimeout as delay } from 'node:timers/promises';
import type { RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import type { Logger } from '../../platform/log.js';
import type { SecurityEvents } from '../../platform/security-events.js';

export type DriveSettings = Configuration['drive'];

/** Waits for a number of seconds; rejects when the signal aborts. */
export type Sleep = (seconds: number, signal?: AbortSignal) => Promise<void>;

/** Dependencies shared by all features of the drive domain; some features extend them. */
export interface DriveDependencies {
  readonly database: Pick<Database, 'guard' | 'read' | 'transaction' | 'reserved' | 'sql'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly securityEvents: SecurityEvents;
  readonly settings: DriveSettings;
  readonly sleep: Sleep;
  /** Returns a random number from 0 to 1, for jitter. */
  readonly random: () => number;
}

/** The timer and the source of randomness for delays between requests; tests replace them. */
export type DriveTiming = Pick<DriveDependencies, 'sleep' | 'random'>;

export const realTiming: DriveTiming = {
  sleep: (seconds, signal) => delay(seconds * 1000, undefined, { signal }),
  random: Math.random,
};

/** The caller, interface, source address and abort signal of a request. */
export type DriveRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'>;
