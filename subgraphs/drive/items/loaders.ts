import type { GraphQLResolveInfo } from 'graphql';
import { fieldsOfRow } from '../../../platform/field-set.js';
import { keyOfNodeId, memoizeBySelection, type Selection, selectedFields } from '../../../platform/graph/index.js';
import type { DriveContext } from '../context.js';
import { type ItemField, type ItemFields, type ItemKey, type ItemRecord, itemFieldNames } from './repository/items.js';
import type { SiteRecord } from './repository/sites.js';
import { itemsByKeys, sitesByIds } from './service.js';

/** Loads an item by its key, batched with other items at the same query level; null if there is none. */
export function loadItem(context: DriveContext, key: ItemKey, fields: ItemFields): Promise<ItemRecord | null> {
  return context
    .loader('item', (keys: ItemKey[]) => itemsByKeys(context.dependencies, context, { keys, fields }), fields.key)
    .load(key);
}

/** Loads a site by its id, batched with other sites at the same query level; null if there is none. */
export function loadSite(context: DriveContext, id: string): Promise<SiteRecord | null> {
  return context.loader('site', (ids: string[]) => sitesByIds(context.dependencies, context, ids)).load(id);
}

const row = {
  fields: itemFieldNames,
  derived: {
    // The key of an item is always read.
    siteId: [],
    id: [],
    createdAt: ['createdAtEpoch'],
    modifiedAt: ['modifiedAtEpoch'],
    deletedAt: ['deletedAtEpoch'],
    isExcluded: ['nextDownloadAtEpoch'],
    parent: ['parentId'],
    content: ['contentSha256'],
    text: ['contentSha256'],
  },
} satisfies Parameters<typeof fieldsOfRow<ItemField>>[1];

/** The item fields to read for a GraphQL selection. */
export const { of: itemFields } = memoizeBySelection((names) => fieldsOfRow(names, row));

/** The item fields that a query selects below evidence links; undefined if it does not select `item`. */
export function linkedItemFields(links: Selection): ItemFields | undefined {
  return links.has('item') ? itemFields(links.below('item')) : undefined;
}

/** Resolves the global id of an item; null if there is none. */
export function itemReference(
  reference: { id: string },
  context: DriveContext,
  info: GraphQLResolveInfo,
): Promise<ItemRecord | null> {
  const [siteId = '', id = ''] = keyOfNodeId(reference.id, { type: 'DriveItem', parts: 2 });
  return loadItem(context, { siteId, id }, itemFields(selectedFields(info, 'DriveItem')));
}

/** Resolves the global id of a site; null if there is none. */
export function siteReference(reference: { id: string }, context: DriveContext): Promise<SiteRecord | null> {
  const [siteId = ''] = keyOfNodeId(reference.id, { type: 'DriveSite', parts: 1 });
  return loadSite(context, siteId);
}
