import type { DriveContext } from '../context.js';
import type { DriveDependencies } from '../dependencies.js';
import type { ContentStore } from '../items/index.js';
import type { CallbackSender } from './service/callbacks.js';

/** What being a site needs. */
export interface SiteDependencies extends DriveDependencies {
  readonly content: ContentStore;
  /** Sends to addresses that clients of the mirror have named. */
  readonly callbacks: () => CallbackSender;
}

export type SiteContext = DriveContext<SiteDependencies>;
