import type { GraphQLResolveInfo } from 'graphql';
import { selectedFields } from '../../platform/graph/index.js';
import { type DriveContext, loadItem, loadSite } from './context.js';
import { itemFields } from './fields.js';
import type { ItemRecord, SiteRecord } from './records.js';

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
