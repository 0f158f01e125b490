import type { DriveContext } from '../context.js';
import type { ContentDependencies, FileFilter } from '../items/index.js';
import type { SiteKey } from '../site-address.js';
import type { DroppedNotifications } from './service/dropped-notifications.js';
import type { SiteClients } from './service/site-clients.js';
import type { SyncSemaphore } from './service/sync-semaphore.js';
import type { GraphClient } from './upstream/graph-client.js';

/** Dependencies of features that follow (synchronize) document sites. */
export interface FollowingDependencies extends ContentDependencies {
  /** Clients of the API of each site, created on first use. */
  readonly clients: SiteClients;
  /** Limit on the number of sites that jobs of this process synchronize concurrently. */
  readonly semaphore: SyncSemaphore;
  readonly droppedNotifications: DroppedNotifications;
}

/** Dependencies for synchronizing one followed site. `settings`: the effective settings for this site. */
export interface SyncDependencies extends ContentDependencies {
  readonly key: SiteKey;
  /** The configured site; null if none is configured. */
  readonly configured: SiteKey | null;
  /** Seconds between polls. */
  readonly pollSeconds: number;
  /** Filter that selects the files to download; null: all files. */
  readonly filter: FileFilter | null;
  /**
   * Returns the client of the site's API, which is created on first use, because the settings for it may be missing.
   */
  readonly graph: () => GraphClient;
}

export type SyncContext = DriveContext<FollowingDependencies>;
