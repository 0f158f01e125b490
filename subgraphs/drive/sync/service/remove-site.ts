import { recordAudit } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { deleteMassChanges, hasActiveMassChange, lockPostponedSite } from '../../guard/index.js';
import { countAllItems, deleteSiteRow, type RemovedCopy, removeCopy, stopSyncs } from '../../items/index.js';
import { type SiteKey, siteAddress } from '../../site-address.js';
import type { FollowingDependencies } from '../dependencies.js';
import { deleteSite, disconnectSite, lockSites } from '../repository/connections.js';
import { deleteSyncRecords } from '../repository/removal.js';
import { auditObjectOf, requireFollowedSite } from './change-sites.js';
import { unsubscribe } from './connect.js';
import { bindToSite, isConfiguredSite } from './followed-sites.js';

/**
 * Removes a site from the followed sites: deletes its subscription, stops a sync in progress, and deletes the local
 * copy unless `keepFiles` is true. Items that are linked to alerts are never deleted, and neither are their versions
 * and folders.
 * @returns `subscriptionError`: reason why the subscription could not be deleted at the site, where it remains until it
 * expires; null if it was deleted or there was none
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND; CONFLICT for the configured site, or if a mass change
 * prevents the deletion of the local copy
 */
export async function removeSite(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  input: { site: SiteKey; keepFiles: boolean },
) {
  authorize(request.caller, 'drive.connect');
  const site = await requireFollowedSite(dependencies, input.site);
  const { hostname, path, siteId } = site;
  if (isConfiguredSite(dependencies.settings, site)) {
    const message =
      'The settings configure this site: disconnect it with rampart drive disconnect, or remove [drive] site_hostname and site_path';
    throw new DomainError('CONFLICT', message, { reason: 'site_of_settings' });
  }
  const { database, clock } = dependencies;
  if (siteId !== null && !input.keepFiles) await database.guard((sql) => assertRemovable(sql, siteId));
  const now = clock.now() / 1000;
  // A subscription that is being created concurrently is either found below, or finds the site disconnected.
  await database.guard((sql) => disconnectSite(sql, { hostname, path, now }));
  const subscriptionError = siteId === null ? null : await unsubscribe(bindToSite(dependencies, site), siteId);
  const removed = await database.transaction(async (sql) => {
    await lockSites(sql, {});
    // All transactions lock the row of a site before that of its connection.
    if (siteId !== null) await stopSyncs(sql, { siteId });
    await deleteSite(sql, { hostname, path });
    const copy = siteId === null || input.keepFiles ? emptyCounts : await removeCopyOf(sql, { siteId, now });
    const before = { ...siteAddress(site), filter: site.filter, pollSeconds: site.pollSeconds };
    const after = { keepFiles: input.keepFiles, ...copy };
    await recordAudit(sql, request, { action: 'remove.drive-site', object: auditObjectOf(site), before, after });
    return copy;
  });
  return { siteId, subscriptionError, ...removed };
}

const emptyCounts: RemovedCopy = { deletedItems: 0, evidenceItems: 0 };

async function removeCopyOf(sql: Executor, { siteId, now }: { siteId: string; now: number }): Promise<RemovedCopy> {
  await assertRemovable(sql, siteId);
  const copy = await removeCopy(sql, { siteId, now });
  await deleteSyncRecords(sql, siteId);
  await deleteMassChanges(sql, { siteId });
  if ((await countAllItems(sql, { siteId })).count === 0) await deleteSiteRow(sql, { siteId });
  return copy;
}

/**
 * Verifies that the local copy of a site may be deleted.
 * @throws {DomainError} CONFLICT while a mass change is open or confirmed, because the contents before it are needed to
 * restore the site, or while it is not yet known whether files were deleted or moved to another site
 */
async function assertRemovable(sql: Executor, siteId: string): Promise<void> {
  if (await hasActiveMassChange(sql, { siteId })) {
    const message =
      'A mass change protects the local copy of this site from removal: dismiss or resolve it first (rampart drive guard list), or keep the files';
    throw new DomainError('CONFLICT', message, { reason: 'mass_change_held' });
  }
  if ((await lockPostponedSite(sql, { siteId })) === undefined) return;
  const message =
    'Files of this site were deleted, and it is not known yet whether they were moved to another site: try again in ten minutes, or keep the files';
  throw new DomainError('CONFLICT', message, { reason: 'deletion_postponed' });
}
