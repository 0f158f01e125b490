import type { GraphQLResolveInfo } from 'graphql';
import { type FieldNeeds, fieldSetFor } from '../../../platform/field-set.js';
import { readBySelection, type Selection, selectedFields } from '../../../platform/graph/index.js';
import type { DriveContext } from '../context.js';
import type { ItemField, ItemFields, ItemKey, ItemRecord } from './repository/items.js';
import type { SiteRecord } from './repository/sites.js';
import { itemsByKeys, sitesByIds } from './service.js';
import type { DriveItem } from './types.js';

/** One item by its key, together with all others asked for at the same level. */
export function loadItem(context: DriveContext, key: ItemKey, fields: ItemFields): Promise<ItemRecord | null> {
  return context
    .loader('item', (keys: ItemKey[]) => itemsByKeys(context.dependencies, context, { keys, fields }), fields.key)
    .load(key);
}

/** One site by its id, together with all others asked for at the same level. */
export function loadSite(context: DriveContext, id: string): Promise<SiteRecord | null> {
  return context.loader('site', (ids: string[]) => sitesByIds(context.dependencies, context, ids)).load(id);
}

// What reaches an item by its key alone needs nothing more of it, as that is always read.
const itemFieldNeeds: FieldNeeds<ItemField, keyof DriveItem> = {
  siteId: [],
  id: [],
  name: ['name'],
  path: ['path'],
  isRoot: ['isRoot'],
  isFolder: ['isFolder'],
  size: ['size'],
  eTag: ['eTag'],
  cTag: ['cTag'],
  mimeType: ['mimeType'],
  webUrl: ['webUrl'],
  createdAt: ['createdAtEpoch'],
  modifiedAt: ['modifiedAtEpoch'],
  modifiedBy: ['modifiedBy'],
  quickXorHash: ['quickXorHash'],
  deletedAt: ['deletedAtEpoch'],
  change: ['change'],
  contentState: ['contentState'],
  downloadAttempts: ['downloadAttempts'],
  downloadError: ['downloadError'],
  parent: ['parentId'],
  content: ['contentSha256'],
};

/** The fields to read for what an operation selects of items. */
export const { of: itemFields } = readBySelection((names) => fieldSetFor(names, itemFieldNeeds));

/** The fields to read of the items of links; undefined: none of the links is asked for its item. */
export function linkedItemFields(links: Selection): ItemFields | undefined {
  return links.has('item') ? itemFields(links.below('item')) : undefined;
}

/** The item that another subgraph refers to; null when it is not known here. */
export function itemReference(
  reference: { siteId: string; id: string },
  context: DriveContext,
  info: GraphQLResolveInfo,
): Promise<ItemRecord | null> {
  return loadItem(context, reference, itemFields(selectedFields(info, 'DriveItem')));
}

/** The site that another subgraph refers to; null when it is not known here. */
export function siteReference(reference: { id: string }, context: DriveContext): Promise<SiteRecord | null> {
  return loadSite(context, reference.id);
}
