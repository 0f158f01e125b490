import type { RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import type { Logger } from '../../platform/log.js';
import type { Uptime } from './uptime/index.js';

/** Dependencies of the functions of this domain. Features extend them. */
export interface LicenseDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: LicenseSettings;
  readonly uptime: Uptime;
}

export interface LicenseSettings {
  /**
   * Maximum number of requests from one source to one endpoint in a window, and the length of the window in seconds.
   */
  readonly rate: { readonly count: number; readonly seconds: number };
  /** Whether requests above the rate are rejected; otherwise, they are only counted. */
  readonly isRateEnforced: boolean;
  /** Whether addresses on the blacklist match the source address of a connection. */
  readonly matchesAddresses: boolean;
  /** Days after its last check-in at which a controller loses its seat; 0: never. */
  readonly leaseDays: number;
  /** Hours without a check-in after which operators are warned about a controller; 0: never. */
  readonly silentHours: number;
  /** Version that controllers should run; empty: operators are not warned of older ones. */
  readonly currentVersion: string;
  /** Whether controllers must authenticate. */
  readonly identifiesControllers: boolean;
}

/** The caller and the origin of a request. */
export type LicenseRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'>;
