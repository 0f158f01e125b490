import type { RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import type { Logger } from '../../platform/log.js';
import type { Uptime } from './uptime/index.js';

/** Dependencies of the operations of the licenses domain. Features of the domain extend this interface. */
export interface LicenseDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: LicenseSettings;
  readonly uptime: Uptime;
}

export type LicenseSettings = Configuration['licenses'];

/**
 * The parts of a request that operations of the licenses domain use: the caller, the interface, the source address and
 * the signal.
 */
export type LicenseRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'>;
