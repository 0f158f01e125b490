import type { RequestContext } from '../../platform/caller.js';
import { createLoaders, type Loaders } from '../../platform/graph/index.js';
import type { ItemFields, ItemRecord, SiteRecord } from './records.js';
import type { DriveService } from './service/index.js';

/** What the resolvers of this subgraph get with every request. */
export interface DriveContext extends RequestContext, Loaders {
  readonly service: DriveService;
}

/** Names an item. */
export interface ItemKey {
  siteId: string;
  id: string;
}

/** The context value of one operation. */
export function createDriveContext(service: DriveService, request: RequestContext): DriveContext {
  return { ...request, ...createLoaders(), service };
}

/** One item by its key, together with all others asked for at the same level. */
export function loadItem(context: DriveContext, key: ItemKey, fields: ItemFields): Promise<ItemRecord | null> {
  return context
    .loader('item', (keys: ItemKey[]) => context.service.itemsByKeys(context, { keys, fields }), fields.key)
    .load(key);
}

/** One site by its id, together with all others asked for at the same level. */
export function loadSite(context: DriveContext, id: string): Promise<SiteRecord | null> {
  return context.loader('site', (ids: string[]) => context.service.sitesByIds(context, ids)).load(id);
}
