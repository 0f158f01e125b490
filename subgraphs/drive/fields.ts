import { type FieldNeeds, fieldSetFor } from '../../platform/field-set.js';
import { readBySelection, type Selection } from '../../platform/graph/index.js';
import type { ItemField, ItemFields } from './records.js';
import type { DriveItem } from './types/index.js';

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
