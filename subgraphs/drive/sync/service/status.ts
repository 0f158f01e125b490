import type { ConnectionRecord } from '../../../../platform/connection.js';
import type { Executor } from '../../../../platform/database/index.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import {
  countItems,
  type ItemCounts,
  type SiteList,
  type SiteRecord,
  selectSitesByIds,
  zeroCounts,
} from '../../items/index.js';
import { pageByNumber } from '../../pages.js';
import type { FollowingDependencies } from '../dependencies.js';
import type { SiteConnectionRecord } from '../repository/connections.js';
import { type ReceiverCounts, selectReceiverCounts } from '../repository/notifications.js';
import {
  countRuns as countRunsOf,
  type RunRecord,
  selectLastRuns,
  selectLastSuccesses,
  selectRuns,
  selectRunsByIds,
} from '../repository/runs.js';
import type { SubscriptionRecord } from '../repository/subscriptions.js';
import * as subscriptions from '../repository/subscriptions.js';
import { circuitOpenUntil, circuitState, isCircuitOpen } from '../rules/circuit.js';
import { missingPermissions } from '../rules/permissions.js';
import { subscriptionHealth } from '../rules/subscription.js';
import { CircuitState, type DrivePermission, type SubscriptionHealth } from '../vocabulary.js';
import { isConfigured, readConnection, requireConfiguredSiteKey, unknownConnection } from './followed-sites.js';

export interface StatusRecord {
  isConnected: boolean;
  /** Reason why the site is not connected or not synchronized, such as `Paused`; null if there is no problem. */
  reason: string | null;
  connection: SiteConnectionRecord;
  site: SiteRecord | null;
  circuitState: CircuitState;
  isCircuitOpen: boolean;
  circuitOpenUntilEpoch: number | null;
  missingPermissions: DrivePermission[];
  subscription: SubscriptionRecord | null;
  subscriptionHealth: SubscriptionHealth;
  lastRun: RunRecord | null;
  lastSuccessAtEpoch: number | null;
  counts: ItemCounts;
  receiver: ReceiverCounts;
}

/** A page of the sync runs of a site. */
export type RunConnectionRecord = ConnectionRecord<RunRecord> & { siteId: string };

/**
 * A page of the sync runs of a site, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size or cursor
 */
export async function listRuns(
  { database }: FollowingDependencies,
  request: DriveRequest,
  { siteId, page }: SiteList,
): Promise<RunConnectionRecord> {
  authorize(request.caller, 'drive.read');
  const found = await pageByNumber(page, {
    order: 'runs',
    select: (query) => database.read(request, (sql) => selectRuns(sql, { siteId, ...query })),
    numberOf: (run) => run.id,
  });
  return { ...found, siteId };
}

/**
 * The number of sync runs of a site.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function countRuns(
  { database }: FollowingDependencies,
  request: DriveRequest,
  siteId: string,
): Promise<number> {
  authorize(request.caller, 'drive.read');
  return (await database.read(request, (sql) => countRunsOf(sql, { siteId }))).count;
}

/**
 * The sync runs with these ids, in the same order; null for unknown ids.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function runsByIds(
  { database }: FollowingDependencies,
  request: DriveRequest,
  ids: readonly number[],
): Promise<(RunRecord | null)[]> {
  authorize(request.caller, 'drive.read');
  const validIds = ids.filter((id) => Number.isSafeInteger(id));
  const rows = await database.read({ signal: request.signal, rows: ids.length }, (sql) =>
    selectRunsByIds(sql, { ids: validIds }),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/**
 * Subscriptions to the changes of a site, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function subscriptionsOf(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  siteId: string,
): Promise<SubscriptionRecord[]> {
  authorize(request.caller, 'drive.read');
  return await dependencies.database.read(request, (sql) => subscriptions.selectSubscriptions(sql, { siteId }));
}

/**
 * Status of the connection to the configured site, read from the database without requests to the site.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function readStatus(dependencies: FollowingDependencies, request: DriveRequest): Promise<StatusRecord> {
  authorize(request.caller, 'drive.read');
  const { settings } = dependencies;
  const connection = isConfigured(settings)
    ? await readConnection({ ...dependencies, key: requireConfiguredSiteKey(settings) })
    : { ...unknownConnection, hostname: settings.siteHostname, path: settings.sitePath };
  const [status] = await readStatuses(dependencies, request, [connection]);
  if (status === undefined) throw new Error('a connection has no status'); // Each connection has one.
  if (isConfigured(settings)) return status;
  const reason = 'No document site is configured: set [drive] graph_url, site_hostname and site_path';
  return { ...status, reason };
}

/**
 * The status of each of these connections, in the same order.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function readStatuses(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  connections: readonly SiteConnectionRecord[],
): Promise<StatusRecord[]> {
  authorize(request.caller, 'drive.read');
  const { settings, database, clock, droppedNotifications } = dependencies;
  const now = clock.now() / 1000;
  const siteIds = [...new Set(connections.flatMap(({ siteId }) => siteId ?? []))];
  const found = await database.guard((sql) => readStates(sql, siteIds));
  const { accepted, dropped } = found.receiver;
  const receiver = { accepted, dropped: dropped + droppedNotifications.unstored };
  return connections.map((connection): StatusRecord => {
    const siteId = connection.siteId ?? '';
    const subscription = found.subscriptions.get(siteId) ?? null;
    const isRequired = connection.isConnected && settings.notificationUrl !== '';
    return {
      isConnected: connection.isConnected,
      reason: reasonOf(connection, now),
      connection,
      site: found.sites.get(siteId) ?? null,
      ...circuitOf(connection, now),
      missingPermissions: missingPermissions(connection.roles),
      subscription,
      subscriptionHealth: subscriptionHealth({ subscription, isRequired, now }),
      lastRun: found.lastRuns.get(siteId) ?? null,
      lastSuccessAtEpoch: found.lastSuccesses.get(siteId) ?? null,
      counts: found.counts.get(siteId) ?? zeroCounts,
      receiver,
    };
  });
}

function circuitOf(connection: SiteConnectionRecord, now: number) {
  const state = circuitState(connection, now);
  return {
    circuitState: state,
    isCircuitOpen: state === CircuitState.OPEN,
    circuitOpenUntilEpoch: circuitOpenUntil(connection, now),
  };
}

/**
 * Reads the data for the status of these sites, with one statement for each kind of data; each result is keyed by site
 * id.
 */
async function readStates(sql: Executor, siteIds: readonly string[]) {
  const ids = { siteIds: [...siteIds] };
  const bySite = <Row extends { siteId: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.siteId, row]));
  const counts = await countItems(sql, siteIds);
  const successes = await selectLastSuccesses(sql, ids);
  return {
    subscriptions: bySite(await subscriptions.selectSubscriptionsInUse(sql, ids)),
    sites: new Map((await selectSitesByIds(sql, { ids: ids.siteIds })).map((site) => [site.id, site])),
    lastRuns: bySite(await selectLastRuns(sql, ids)),
    lastSuccesses: new Map(successes.map(({ siteId, finishedAtEpoch }) => [siteId, finishedAtEpoch])),
    counts: new Map(siteIds.map((siteId, index) => [siteId, counts[index] ?? zeroCounts])),
    receiver: await selectReceiverCounts(sql),
  };
}

/** Reason why the site is not connected or not synchronized, such as `Paused`; null if there is no problem. */
function reasonOf(connection: SiteConnectionRecord, now: number): string | null {
  const { isConnected, circuitOpenUntilEpoch, lastError, failures, roles, disconnectedAtEpoch } = connection;
  const missing = missingPermissions(roles);
  if (isConnected && connection.isPaused) return 'Paused';
  if (!isConnected) {
    if (failures > 0) return lastError;
    return disconnectedAtEpoch === null ? 'Never connected' : 'Disconnected';
  }
  if (circuitOpenUntilEpoch !== null && isCircuitOpen(connection, now)) {
    return `Retrying at ${new Date(circuitOpenUntilEpoch * 1000).toISOString()}: ${lastError ?? ''}`;
  }
  if (failures > 0) return lastError;
  return missing.length > 0 ? `Missing permissions: ${missing.join(', ')}` : null;
}
