import type { DriveContext } from '../context.js';
import type { DriveDependencies } from '../dependencies.js';
import type { ContentStore } from '../items/index.js';
import type { GraphClient } from './upstream/graph-client.js';

/** Dependencies of following a site. */
export interface SyncDependencies extends DriveDependencies {
  readonly content: ContentStore;
  /**
   * Client of the document site's API, created on first use, because an instance without a site has no settings for it.
   */
  readonly graph: () => GraphClient;
}

export type SyncContext = DriveContext<SyncDependencies>;
