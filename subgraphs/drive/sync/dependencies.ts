import type { DriveContext } from '../context.js';
import type { ContentDependencies, FileFilter } from '../items/index.js';
import type { SiteKey } from '../site-address.js';
import type { Lanes } from './service/lanes.js';
import type { SiteClients } from './service/site-clients.js';
import type { GraphClient } from './upstream/graph-client.js';

/** Dependencies of following sites. */
export interface FollowingDependencies extends ContentDependencies {
  /** Clients of the sites' API, created on first use. */
  readonly clients: SiteClients;
  /** Limits how many sites are synchronized concurrently by jobs of this process. */
  readonly lanes: Lanes;
}

/** Dependencies of following one site. `settings` are those of this site. */
export interface SyncDependencies extends ContentDependencies {
  readonly key: SiteKey;
  /** The configured site; null if none is configured. */
  readonly configured: SiteKey | null;
  /** Seconds between polls. */
  readonly pollSeconds: number;
  /** Filter of the files that are downloaded; null: all. */
  readonly filter: FileFilter | null;
  /**
   * Client of the site's API, created on first use, because an instance without a site has no settings for it.
   */
  readonly graph: () => GraphClient;
}

export type SyncContext = DriveContext<FollowingDependencies>;
