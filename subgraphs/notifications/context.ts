import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { NotificationServices } from './dependencies.js';

/** Context of the resolvers of the notifications subgraph. */
export interface NotificationsContext extends RequestContext, Loaders {
  readonly services: NotificationServices;
}
