import type { RequestContext } from '../../../platform/caller.js';
import type { Clock } from '../../../platform/clock.js';
import type { Database } from '../../../platform/database/index.js';
import type { Logger } from '../../../platform/log.js';
import type { SecurityEvents } from '../../../platform/security-events.js';
import type { CallbackSender } from './mirror/callback.js';
import type { DriveSettings, Pause } from './settings.js';
import type { ContentStore } from './storage/content-store.js';
import type { GraphClient } from './upstream/graph-client.js';

/** What the verbs of this domain work with. */
export interface DriveDependencies {
  readonly database: Pick<Database, 'guard' | 'read' | 'transaction' | 'reserved' | 'sql'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly securityEvents: SecurityEvents;
  readonly settings: DriveSettings;
  readonly content: ContentStore;
  /** The document site's API. Made when it is first needed: a house without a site has no settings for it. */
  readonly graph: () => GraphClient;
  /** Sends to addresses that clients of the mirror have named. */
  readonly callbacks: () => CallbackSender;
  /** Waits; rejects when the signal aborts. */
  readonly pause: Pause;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
}

/** Who asks, and how. */
export type DriveRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'>;
