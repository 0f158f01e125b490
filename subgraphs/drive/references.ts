import { type DriveContext, loadItem, loadSite } from './context.js';
import type { ItemRecord, SiteRecord } from './records.js';

/** The item that another subgraph refers to; null when it is not known here. */
export function itemReference(
  reference: { siteId: string; id: string },
  context: DriveContext,
): Promise<ItemRecord | null> {
  return loadItem(context, reference);
}

/** The site that another subgraph refers to; null when it is not known here. */
export function siteReference(reference: { id: string }, context: DriveContext): Promise<SiteRecord | null> {
  return loadSite(context, reference.id);
}
