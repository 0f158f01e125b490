import type { RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import type { Logger } from '../../platform/log.js';
import type { SecurityEvents } from '../../platform/security-events.js';

/** Dependencies of the functions of this domain. */
export interface ZoneDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly securityEvents: SecurityEvents;
  readonly configuration: Configuration;
  readonly settings: Configuration['zones'];
}

/** The caller and the origin of a request. */
export type ZoneRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'>;
