import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { NotificationServices } from './dependencies.js';

/** GraphQL context of the resolvers in the notifications subgraph. */
export interface NotificationsContext extends RequestContext, Loaders {
  readonly services: NotificationServices;
}
