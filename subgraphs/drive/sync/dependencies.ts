import type { DriveContext } from '../context.js';
import type { DriveDependencies } from '../dependencies.js';
import type { ContentStore } from '../items/index.js';
import type { GraphClient } from './upstream/graph-client.js';

/** What following a site needs. */
export interface SyncDependencies extends DriveDependencies {
  readonly content: ContentStore;
  /** The document site's API. Made when it is first needed: an instance without a site has no settings for it. */
  readonly graph: () => GraphClient;
}

export type SyncContext = DriveContext<SyncDependencies>;
