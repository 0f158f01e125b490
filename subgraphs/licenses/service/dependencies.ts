import type { RequestContext } from '../../../platform/caller.js';
import type { Clock } from '../../../platform/clock.js';
import type { Database } from '../../../platform/database/index.js';
import type { Logger } from '../../../platform/log.js';
import type { LocalTime } from '../rules/local-time.js';
import type { CheckInAlarms } from './alarms.js';
import type { LicenseFiles } from './files.js';

/** What the verbs of this domain work with. */
export interface LicenseDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly files: LicenseFiles;
  readonly settings: LicenseSettings;
  readonly localTime: LocalTime;
  readonly alarms: CheckInAlarms;
}

export interface LicenseSettings {
  /** Requests of one source to one endpoint in a window of so many seconds. */
  readonly rate: { readonly count: number; readonly seconds: number };
  /** False: requests above the rate are only counted. */
  readonly isRateEnforced: boolean;
  /** Addresses on the blacklist are matched with the source of a connection. */
  readonly matchesAddresses: boolean;
  /** Controllers prove who they are. */
  readonly identifiesControllers: boolean;
}

/** Who asks, how, and from where. */
export type LicenseRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'>;
