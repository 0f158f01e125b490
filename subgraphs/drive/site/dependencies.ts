import type { DriveContext } from '../context.js';
import type { ContentDependencies } from '../items/index.js';
import type { CallbackSender } from './service/callbacks.js';

/** Dependencies of the mirror, which serves document sites to other clients. */
export interface SiteDependencies extends ContentDependencies {
  /** Sends requests to the notification URLs of mirror clients. */
  readonly callbacks: CallbackSender;
}

export type SiteContext = DriveContext<SiteDependencies>;
