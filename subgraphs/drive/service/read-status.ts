import type { ConnectionRecord, StatusRecord } from '../records.js';
import { countItems, noItems } from '../repository/counts.js';
import { selectLastSuccess, selectRuns } from '../repository/runs.js';
import { selectSite } from '../repository/sites.js';
import { selectReceiverCounts, selectSubscription } from '../repository/subscriptions.js';
import { missingPermissions } from '../rules/permissions.js';
import { subscriptionHealth } from '../rules/subscription.js';
import { assertOperator } from './authorisation.js';
import { isConfigured, readConnection, unknownConnection } from './connection.js';
import type { DriveDependencies, DriveRequest } from './dependencies.js';

/** How the connection to the document site fares (design, "Status"). Asks nothing but the database. */
export async function readStatus(dependencies: DriveDependencies, request: DriveRequest): Promise<StatusRecord> {
  assertOperator(request);
  const { settings, database, clock } = dependencies;
  const configured = isConfigured(settings);
  const connection = configured
    ? await readConnection(dependencies)
    : { ...unknownConnection, hostname: settings.siteHostname, path: settings.sitePath };
  const now = clock.now() / 1000;
  const { siteId } = connection;
  return await database.guard(async (sql) => {
    const subscription = siteId === null ? null : ((await selectSubscription(sql, siteId)) ?? null);
    const [lastRun] = siteId === null ? [] : await selectRuns(sql, { siteId, before: null, limit: 1 });
    return {
      isConnected: connection.isConnected,
      reason: configured ? reasonOf(connection, now) : 'The settings name no document site: see [drive]',
      connection,
      site: siteId === null ? null : ((await selectSite(sql, siteId)) ?? null),
      isCircuitOpen: (connection.circuitOpenUntilEpoch ?? 0) > now,
      missingPermissions: missingPermissions(connection.roles),
      subscription,
      subscriptionHealth: subscriptionHealth({
        subscription,
        isWanted: connection.isConnected && settings.notificationUrl !== '',
        now,
      }),
      lastRun: lastRun ?? null,
      lastSuccessAtEpoch: siteId === null ? null : await selectLastSuccess(sql, siteId),
      counts: siteId === null ? noItems : await countItems(sql, siteId),
      receiver: await selectReceiverCounts(sql),
    };
  });
}

/** Why it is not connected, or what hinders the work. */
function reasonOf(connection: ConnectionRecord, now: number): string | null {
  const { isConnected, circuitOpenUntilEpoch, lastError, failures, roles, disconnectedAtEpoch } = connection;
  const missing = missingPermissions(roles);
  if (!isConnected) {
    if (failures > 0) return lastError;
    return disconnectedAtEpoch === null ? 'It was never connected' : 'It was disconnected';
  }
  if (circuitOpenUntilEpoch !== null && circuitOpenUntilEpoch > now) {
    return `Asked again at ${new Date(circuitOpenUntilEpoch * 1000).toISOString()}: ${lastError ?? ''}`;
  }
  if (failures > 0) return lastError;
  return missing.length > 0 ? `The application lacks ${missing.join(', ')}` : null;
}
