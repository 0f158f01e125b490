import { recordAudit } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { runJobNow } from '../../../../platform/jobs.js';
import { messageOf } from '../../../../platform/message-of.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { requestFullListing, upsertSite } from '../../items/index.js';
import { isSameSite, type SiteKey, siteAddress } from '../../site-address.js';
import type { FollowingDependencies, SyncDependencies } from '../dependencies.js';
import {
  connectSite,
  disconnectSite,
  lockSites,
  prepareConnection,
  requestSiteSync,
  selectConnectedSite,
} from '../repository/connections.js';
import type { RunRecord, SyncMetrics } from '../repository/runs.js';
import { removeSubscriptionOf } from '../repository/subscriptions.js';
import type { FoundSite } from '../upstream/graph-client.js';
import { deleteRemote } from '../upstream/subscriptions.js';
import { SyncTrigger, syncJobName } from '../vocabulary.js';
import { openCircuit } from './circuit.js';
import {
  bindToConfiguredSite,
  bindToSiteKey,
  type ConnectedSite,
  readConnection,
  requireActiveSite,
  requireConfiguredSiteKey,
} from './followed-sites.js';
import { maintainSubscription } from './maintain-subscription.js';
import { syncSite } from './sync-site.js';

/**
 * Connects the configured site: requests a token, looks the site up, and subscribes to its changes. Connecting again
 * repeats all steps and keeps the local copy. A job runs the first sync.
 * @returns `subscriptionError`: reason why there is no subscription yet, which a job retries; null if it was created or
 * no notification URL is configured
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for invalid settings; UPSTREAM_FAILED if the site
 * rejects a request or fails
 */
export async function connectDrive(dependencies: FollowingDependencies, request: DriveRequest) {
  authorize(request.caller, 'drive.connect');
  const bound = await bindToConfiguredSite(dependencies);
  const { key } = bound;
  await dependencies.database.guard((sql) => prepareConnection(sql, key));
  const found = await findLibrary(bound).catch(async (error: unknown) => {
    await openCircuit(bound, error);
    throw error;
  });
  const now = dependencies.clock.now() / 1000;
  await dependencies.database.transaction(async (sql) => {
    await assertNotFollowed(sql, key, found.id);
    await upsertSite(sql, { ...found, ...key, now });
    await connectSite(sql, { ...key, siteId: found.id, driveId: found.driveId, now });
    await scheduleSync(sql, found.id);
    const object = `drive-site:${found.id}` as const;
    await recordAudit(sql, request, { action: 'connect.drive', object, after: { ...key } });
  });
  return { siteId: found.id, subscriptionError: await subscribe(dependencies, key, found.id) };
}

/**
 * Looks up a site and, unless it is the default one, its library. The returned id is the site id; for a non-default
 * library, the library id is appended.
 */
export async function findLibrary(bound: SyncDependencies): Promise<FoundSite & { driveId: string | null }> {
  const { hostname, sitePath, library } = siteAddress(bound.key);
  const found = await bound.graph().findSite({ hostname, path: sitePath });
  if (library === null) return { ...found, driveId: null };
  const drive = await bound.graph().findDrive({ siteId: found.id, name: library });
  return { ...found, id: `${found.id},${drive.id}`, name: `${found.name}: ${library}`, driveId: drive.id };
}

/**
 * Verifies that the site is not already followed by another address, so it is not synchronized twice. The caller must
 * hold the lock of the list of sites.
 * @throws {DomainError} CONFLICT
 */
export async function assertNotFollowed(sql: Executor, key: SiteKey, siteId: string): Promise<void> {
  await lockSites(sql, {});
  const other = await selectConnectedSite(sql, { siteId });
  if (other === undefined || isSameSite(other, key)) return;
  throw new DomainError('CONFLICT', `The site is already followed as ${other.hostname}${other.path}`, {
    reason: 'already_followed',
  });
}

/** Creates the subscription to the changes of a site; returns the reason for a failure, or null. */
export async function subscribe(
  dependencies: FollowingDependencies,
  key: SiteKey,
  siteId: string,
): Promise<string | null> {
  const bound = await bindToSiteKey(dependencies, key);
  return await maintainSubscription(bound, siteId).then(() => null, messageOf);
}

/** Schedules an immediate sync of a site, requested by an operator. */
export async function scheduleSync(sql: Parameters<typeof runJobNow>[0], siteId: string): Promise<void> {
  await runJobNow(sql, { name: syncJobName, payload: { siteId, isRequested: true }, key: `${syncJobName} ${siteId}` });
}

/**
 * Synchronizes the local copy with a site in this process, after waiting for a sync in progress. Also retries failed
 * downloads.
 * @param input `site`: the site to synchronize; default: the configured site. `isFull`: whether to list the whole site,
 * instead of its changes since the last query
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; CONFLICT if the site is not connected; the error that ended the
 * sync
 */
export async function syncDrive(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  input: {
    signal: AbortSignal;
    site?: SiteKey;
    isFull?: boolean;
    onProgress?: (metrics: Readonly<SyncMetrics>) => void;
  },
): Promise<RunRecord> {
  authorize(request.caller, 'drive.sync');
  const { site: key = requireConfiguredSiteKey(dependencies.settings), ...options } = input;
  const bound = await bindToSiteKey(dependencies, key);
  const { siteId } = requireActiveSite(await readConnection(bound));
  const { isFull = false } = options;
  await dependencies.database.guard((sql) => auditSyncRequest(sql, request, { siteId, isFull }));
  const run = await syncSite(bound, { ...options, siteId, trigger: SyncTrigger.REQUEST, wait: true });
  if (run === undefined) throw new Error('a sync that waits for the lock returned no run'); // Only a sync that does not wait may return no run.
  return run;
}

/**
 * Schedules a sync of the configured site. `isFull`: whether it lists the whole site.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; CONFLICT if the site is not connected
 */
export async function requestSync(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  { isFull }: { isFull: boolean },
): Promise<{ siteId: string }> {
  authorize(request.caller, 'drive.sync');
  const key = requireConfiguredSiteKey(dependencies.settings);
  const site = requireActiveSite(await readConnection({ ...dependencies, key }));
  await recordSyncRequest(dependencies, request, { site, isFull });
  return { siteId: site.siteId };
}

/** Records that an operator requested a sync of a site, and schedules it. */
export async function recordSyncRequest(
  { database, clock }: FollowingDependencies,
  request: DriveRequest,
  { site, isFull }: { site: ConnectedSite; isFull: boolean },
): Promise<void> {
  const { siteId, hostname, path } = site;
  await database.transaction(async (sql) => {
    // All transactions lock the row of a site before that of its connection.
    if (isFull) await requestFullListing(sql, { siteId });
    await requestSiteSync(sql, { hostname, path, now: clock.now() / 1000 });
    await scheduleSync(sql, siteId);
    await auditSyncRequest(sql, request, { siteId, isFull });
  });
}

async function auditSyncRequest(
  sql: Executor,
  request: DriveRequest,
  { siteId, isFull }: { siteId: string; isFull: boolean },
): Promise<void> {
  const object = `drive-site:${siteId}` as const;
  await recordAudit(sql, request, { action: 'sync.drive', object, ...(isFull ? { after: { isFull } } : {}) });
}

/**
 * Disconnects the configured site and deletes its subscription; the local copy remains.
 * @returns `subscriptionError`: reason why the subscription could not be deleted at the site, where it remains until it
 * expires, with its notifications dropped; null if it was deleted or there was none
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; CONFLICT if the site is not connected
 */
export async function disconnectDrive(dependencies: FollowingDependencies, request: DriveRequest) {
  authorize(request.caller, 'drive.connect');
  const bound = await bindToConfiguredSite(dependencies);
  const { key, database, clock } = bound;
  const { siteId, hostname, path } = requireActiveSite({ ...(await readConnection(bound)), isPaused: false });
  // The order matters: a subscription that is being created concurrently is either found below, or finds the site
  // disconnected.
  await database.transaction(async (sql) => {
    await disconnectSite(sql, { ...key, now: clock.now() / 1000 });
    const object = `drive-site:${siteId}` as const;
    await recordAudit(sql, request, { action: 'disconnect.drive', object, before: { hostname, path } });
  });
  return { siteId, subscriptionError: await unsubscribe(bound, siteId) };
}

/**
 * Deletes the subscription of a site, in the database and at the site; returns the reason why the site did not delete
 * it, or null.
 */
export async function unsubscribe(bound: SyncDependencies, siteId: string): Promise<string | null> {
  const removed = await bound.database.guard((sql) => removeSubscriptionOf(sql, { siteId }));
  const { remoteId } = removed ?? {};
  if (remoteId === null || remoteId === undefined) return null;
  // The credentials of the site may be unusable.
  return await Promise.resolve()
    .then(() => deleteRemote(bound.graph(), remoteId))
    .then(() => null, messageOf);
}
