import type { ConnectionRecord } from '../../../../platform/connection.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import {
  countItems,
  type ItemCounts,
  listByNumber,
  noItems,
  type SiteList,
  type SiteRecord,
  selectSite,
} from '../../items/index.js';
import type { SyncDependencies } from '../dependencies.js';
import type { SiteConnectionRecord } from '../repository/connections.js';
import { type ReceiverCounts, selectReceiverCounts } from '../repository/notifications.js';
import {
  countRuns as countRunsOf,
  type RunRecord,
  selectLastSuccess,
  selectRuns,
  selectRunsByIds,
} from '../repository/runs.js';
import type { SubscriptionRecord } from '../repository/subscriptions.js';
import * as subscriptions from '../repository/subscriptions.js';
import { missingPermissions } from '../rules/permissions.js';
import { subscriptionHealth } from '../rules/subscription.js';
import type { DrivePermission, SubscriptionHealth } from '../vocabulary.js';
import { isConfigured, readConnection, unknownConnection } from './connection.js';

export interface StatusRecord {
  isConnected: boolean;
  /** Reason why the site is not connected, or why syncs fail; null if there is no problem. */
  reason: string | null;
  connection: SiteConnectionRecord;
  site: SiteRecord | null;
  isCircuitOpen: boolean;
  missingPermissions: DrivePermission[];
  subscription: SubscriptionRecord | null;
  subscriptionHealth: SubscriptionHealth;
  lastRun: RunRecord | null;
  lastSuccessAtEpoch: number | null;
  counts: ItemCounts;
  receiver: ReceiverCounts;
}

/** A page of the syncs of a site. */
export type RunConnectionRecord = ConnectionRecord<RunRecord> & { siteId: string };

/** The syncs of a site, newest first. */
export async function listRuns(
  dependencies: SyncDependencies,
  request: DriveRequest,
  input: SiteList,
): Promise<RunConnectionRecord> {
  const list = { dependencies, request, input, order: 'runs', select: selectRuns };
  const page = await listByNumber<RunRecord>({ ...list, numberOf: (run) => run.id });
  return { ...page, siteId: input.siteId };
}

/** The number of syncs of a site. */
export async function countRuns(
  { database }: SyncDependencies,
  request: DriveRequest,
  siteId: string,
): Promise<number> {
  authorize(request.caller, 'drive.read');
  return (await database.read(request, (sql) => countRunsOf(sql, { siteId }))).count;
}

/** The syncs with these ids, in their order; null for unknown ids. */
export async function runsByIds(
  { database }: SyncDependencies,
  request: DriveRequest,
  ids: readonly number[],
): Promise<(RunRecord | null)[]> {
  authorize(request.caller, 'drive.read');
  const possible = ids.filter((id) => Number.isSafeInteger(id));
  const rows = await database.read({ signal: request.signal, rows: ids.length }, (sql) =>
    selectRunsByIds(sql, { ids: possible }),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Subscriptions to the changes of a site, the newest first. */
export async function subscriptionsOf(
  dependencies: SyncDependencies,
  request: DriveRequest,
  siteId: string,
): Promise<SubscriptionRecord[]> {
  authorize(request.caller, 'drive.read');
  return await dependencies.database.read(request, (sql) => subscriptions.selectSubscriptions(sql, { siteId }));
}

/** Status of the connection to the document site, from the database alone. */
export async function readStatus(dependencies: SyncDependencies, request: DriveRequest): Promise<StatusRecord> {
  authorize(request.caller, 'drive.read');
  const { settings, database, clock } = dependencies;
  const configured = isConfigured(settings);
  const connection = configured
    ? await readConnection(dependencies)
    : { ...unknownConnection, hostname: settings.siteHostname, path: settings.sitePath };
  const now = clock.now() / 1000;
  const { siteId } = connection;
  return await database.guard(async (sql) => {
    const subscription = siteId === null ? null : ((await subscriptions.selectSubscription(sql, { siteId })) ?? null);
    const [lastRun] =
      siteId === null ? [] : await selectRuns(sql, { siteId, before: Number.MAX_SAFE_INTEGER, limit: 1 });
    return {
      isConnected: connection.isConnected,
      reason: configured
        ? reasonOf(connection, now)
        : 'No document site is configured: set [drive] graph_url, site_hostname and site_path',
      connection,
      site: siteId === null ? null : ((await selectSite(sql, { siteId })) ?? null),
      isCircuitOpen: (connection.circuitOpenUntilEpoch ?? 0) > now,
      missingPermissions: missingPermissions(connection.roles),
      subscription,
      subscriptionHealth: subscriptionHealth({
        subscription,
        isWanted: connection.isConnected && settings.notificationUrl !== '',
        now,
      }),
      lastRun: lastRun ?? null,
      lastSuccessAtEpoch:
        siteId === null ? null : ((await selectLastSuccess(sql, { siteId }))?.finishedAtEpoch ?? null),
      counts: siteId === null ? noItems : await countItems(sql, { siteId }),
      receiver: await selectReceiverCounts(sql),
    };
  });
}

/** Why the site is not connected, or why syncs fail. */
function reasonOf(connection: SiteConnectionRecord, now: number): string | null {
  const { isConnected, circuitOpenUntilEpoch, lastError, failures, roles, disconnectedAtEpoch } = connection;
  const missing = missingPermissions(roles);
  if (!isConnected) {
    if (failures > 0) return lastError;
    return disconnectedAtEpoch === null ? 'Never connected' : 'Disconnected';
  }
  if (circuitOpenUntilEpoch !== null && circuitOpenUntilEpoch > now) {
    return `Retrying at ${new Date(circuitOpenUntilEpoch * 1000).toISOString()}: ${lastError ?? ''}`;
  }
  if (failures > 0) return lastError;
  return missing.length > 0 ? `Missing permissions: ${missing.join(', ')}` : null;
}
