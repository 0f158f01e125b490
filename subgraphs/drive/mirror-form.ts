import type { MirrorItemRecord, MirrorSubscriptionRecord } from './records.js';
import { contentEntityTag } from './rules/entity-tags.js';
import type { MirrorDeltaRecord, MirrorSiteRecord } from './service/index.js';
import type { MirrorDelta, MirrorItem, MirrorSite, MirrorSubscription } from './types/index.js';

const unknownType = 'application/octet-stream';

/** A site in the form of the graph API. */
export function mirrorSite(site: MirrorSiteRecord): MirrorSite {
  return {
    id: site.id,
    name: site.path.split('/').at(-1) ?? site.name,
    displayName: site.name,
    webUrl: site.webUrl,
    createdDateTime: timeOf(site.createdAtEpoch) ?? '',
  };
}

/** A page of changes with links below `baseUrl`. */
export function mirrorDelta(
  page: MirrorDeltaRecord,
  { baseUrl, top }: { baseUrl: string; top: number | null | undefined },
): MirrorDelta {
  const path = `${baseUrl}/v1.0/sites/${encodeURIComponent(page.siteId).replaceAll('%2C', ',')}/drive/root/delta`;
  const size = top === null || top === undefined ? '' : `&$top=${top}`;
  return {
    items: page.items.map((item) => mirrorItem(page.siteId, item)),
    nextLink: page.nextToken === null ? null : `${path}?token=${page.nextToken}${size}`,
    deltaLink: page.deltaToken === null ? null : `${path}?token=${page.deltaToken}${size}`,
  };
}

function mirrorItem(siteId: string, item: MirrorItemRecord): MirrorItem {
  const { id, sha256, isDeleted } = item;
  const isThere = !isDeleted;
  return {
    ...{ id, name: item.name, size: item.size, webUrl: item.webUrl },
    eTag: `"${id},${item.change}"`,
    cTag: sha256 === null ? null : contentEntityTag(sha256),
    createdDateTime: timeOf(item.createdAtEpoch),
    lastModifiedDateTime: timeOf(item.modifiedAtEpoch),
    lastModifiedBy: item.modifiedBy === null ? null : { user: { displayName: item.modifiedBy } },
    parentReference: { driveType: 'documentLibrary', driveId: `drive-${siteId}`, id: item.parentId, siteId },
    root: isThere && item.isRoot ? {} : null,
    folder: isThere && item.isFolder ? { childCount: item.childCount } : null,
    file: isThere && sha256 !== null && !item.isFolder ? fileFacet(item) : null,
    deleted: isDeleted ? { state: 'deleted' } : null,
  };
}

function fileFacet({ mimeType, quickXorHash }: MirrorItemRecord): MirrorItem['file'] {
  return { mimeType: mimeType ?? unknownType, hashes: { quickXorHash: quickXorHash ?? '' } };
}

/** A subscription in the form of the graph API, which tells the secret of it only when it is made. */
export function mirrorSubscription(subscription: MirrorSubscriptionRecord): MirrorSubscription {
  return {
    id: subscription.id,
    resource: subscription.resource,
    applicationId: subscription.clientId,
    changeType: 'updated',
    clientState: null,
    notificationUrl: subscription.notificationUrl,
    expirationDateTime: timeOf(subscription.expiresAtEpoch) ?? '',
  };
}

function timeOf(epochSeconds: number | null): string | null {
  return epochSeconds === null ? null : new Date(epochSeconds * 1000).toISOString();
}
