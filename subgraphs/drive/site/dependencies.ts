import type { DriveContext } from '../context.js';
import type { DriveDependencies } from '../dependencies.js';
import type { ContentStore } from '../items/index.js';
import type { CallbackSender } from './service/callbacks.js';

/** Dependencies of the mirror. */
export interface SiteDependencies extends DriveDependencies {
  readonly content: ContentStore;
  /** Sends requests to the notification URLs of mirror clients. */
  readonly callbacks: () => CallbackSender;
}

export type SiteContext = DriveContext<SiteDependencies>;
