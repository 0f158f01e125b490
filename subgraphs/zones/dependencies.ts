import type { RequestContext } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import type { Logger } from '../../platform/log.js';
import type { SecurityEvents } from '../../platform/security-events.js';

/** What the verbs of this domain work with. */
export interface ZoneDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly securityEvents: SecurityEvents;
  readonly configuration: Configuration;
  readonly settings: Configuration['zones'];
}

/** Who asks, and how. */
export type ZoneRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'>;
