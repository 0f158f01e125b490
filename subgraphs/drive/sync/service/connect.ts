import { recordAudit } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import { runJobNow } from '../../../../platform/jobs.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { upsertSite } from '../../items/index.js';
import type { SyncDependencies } from '../dependencies.js';
import { connectSite, disconnectSite } from '../repository/connections.js';
import type { RunRecord, SyncMetrics } from '../repository/runs.js';
import { removeSubscriptionOf } from '../repository/subscriptions.js';
import { deleteRemote } from '../upstream/subscriptions.js';
import { SyncTrigger, syncJob } from '../vocabulary.js';
import { configuredSite, openCircuit, requireConnected } from './connection.js';
import { maintainSubscription } from './maintain-subscription.js';
import { syncSite } from './sync-site.js';

export interface ConnectResult {
  readonly siteId: string;
  /** Why there is no subscription yet; the server retries. Null if it was created, or none is configured. */
  readonly subscriptionError: string | null;
}

/**
 * Connects the configured site: token, site lookup, subscription. Connecting again repeats all steps and keeps the
 * local copy. A job runs the first sync.
 * @throws {DomainError} BAD_USER_INPUT for invalid settings, UPSTREAM_FAILED if the site rejects a request or fails
 */
export async function connectDrive(dependencies: SyncDependencies, request: DriveRequest): Promise<ConnectResult> {
  authorize(request.caller, 'drive.connect');
  const key = configuredSite(dependencies.settings);
  const graph = dependencies.graph();
  const found = await graph.findSite(key).catch(async (error: unknown) => {
    await openCircuit(dependencies, key, error);
    throw error;
  });
  const now = dependencies.clock.now() / 1000;
  await dependencies.database.transaction(async (sql) => {
    await upsertSite(sql, { ...found, ...key, now });
    await connectSite(sql, { ...key, siteId: found.id, now });
    await runJobNow(sql, {
      name: syncJob,
      payload: { siteId: found.id, isRequested: true },
      key: `${syncJob} ${found.id}`,
    });
    const object = `drive-site:${found.id}` as const;
    await recordAudit(sql, request, { action: 'connect.drive', object, after: key });
  });
  const subscriptionError = await maintainSubscription(dependencies, found.id).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { siteId: found.id, subscriptionError };
}

/**
 * Synchronizes the local copy with the site in this process, after a sync that is already running.
 * Retries failed downloads.
 * @throws {DomainError} CONFLICT when the site is not connected; the error that ended the sync
 */
export async function syncDrive(
  dependencies: SyncDependencies,
  request: DriveRequest,
  input: { signal: AbortSignal; onProgress?: (metrics: Readonly<SyncMetrics>) => void },
): Promise<RunRecord> {
  authorize(request.caller, 'drive.sync');
  const site = await requireConnected(dependencies);
  await dependencies.database.guard((sql) => recordSync(sql, request, site));
  const run = await syncSite(dependencies, site, {
    ...input,
    siteId: site.siteId,
    trigger: SyncTrigger.REQUEST,
    wait: true,
  });
  if (run === undefined) throw new Error('a sync that waits for the lock returned no run'); // Only a sync that does not wait may return no run.
  return run;
}

/**
 * Schedules a sync of the site.
 * @throws {DomainError} CONFLICT when the site is not connected
 */
export async function requestSync(dependencies: SyncDependencies, request: DriveRequest): Promise<{ siteId: string }> {
  authorize(request.caller, 'drive.sync');
  const { siteId } = await requireConnected(dependencies);
  await dependencies.database.transaction(async (sql) => {
    await runJobNow(sql, { name: syncJob, payload: { siteId, isRequested: true }, key: `${syncJob} ${siteId}` });
    await recordSync(sql, request, { siteId });
  });
  return { siteId };
}

async function recordSync(sql: Executor, request: DriveRequest, { siteId }: { siteId: string }): Promise<void> {
  await recordAudit(sql, request, { action: 'sync.drive', object: `drive-site:${siteId}` });
}

export interface DisconnectResult {
  readonly siteId: string;
  /**
   * Why the site still has the subscription, which expires there; its notifications are dropped. Null if it was
   * deleted, or there was none.
   */
  readonly subscriptionError: string | null;
}

/**
 * Deletes the subscription and disconnects the site; the local copy is kept.
 * @throws {DomainError} CONFLICT when the site is not connected
 */
export async function disconnectDrive(
  dependencies: SyncDependencies,
  request: DriveRequest,
): Promise<DisconnectResult> {
  authorize(request.caller, 'drive.connect');
  const { siteId, hostname, path } = await requireConnected(dependencies);
  const { database, clock } = dependencies;
  // The order matters: a subscription that is being created concurrently is either found below, or finds the site
  // disconnected.
  await database.transaction(async (sql) => {
    await disconnectSite(sql, { hostname, path, now: clock.now() / 1000 });
    const object = `drive-site:${siteId}` as const;
    await recordAudit(sql, request, { action: 'disconnect.drive', object, before: { hostname, path } });
  });
  const removed = await database.guard((sql) => removeSubscriptionOf(sql, { siteId }));
  if (removed?.remoteId == null) return { siteId, subscriptionError: null };
  const subscriptionError = await deleteRemote(dependencies.graph(), removed.remoteId).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { siteId, subscriptionError };
}
