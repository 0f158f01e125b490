import { backoffSeconds } from '../../network.js';
import type { SiteDependencies } from '../dependencies.js';
import {
  type DueNotification,
  maxPauseSeconds,
  recordNotification,
  selectDueNotifications,
} from '../repository/subscriptions.js';

/** Name of the job that notifies subscribers of the mirror. */
export const notifyJobName = 'drive.notify';

const initialPauseSeconds = 10;

/**
 * Notifies subscribers that their sites have changed. Each subscription gets one notification for all changes since the
 * last one, and each URL gets one request. Failed notifications are retried with exponential backoff.
 */
export async function notifySubscribers(dependencies: SiteDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const dueNotifications = await database.guard((sql) => selectDueNotifications(sql, { now: clock.now() / 1000 }));
  const byUrl = Map.groupBy(dueNotifications, ({ notificationUrl }) => notificationUrl);
  await Promise.all([...byUrl].map(([url, subscriptions]) => notify(dependencies, new URL(url), subscriptions)));
}

async function notify(
  dependencies: SiteDependencies,
  url: URL,
  subscriptions: readonly DueNotification[],
): Promise<void> {
  const { database, clock, random, settings, callbacks, log } = dependencies;
  const value = subscriptions.map((subscription) => notificationOf(subscription, settings.tenantId));
  const isAccepted = await callbacks.post(url, JSON.stringify({ value })).then(
    ({ status }) => status >= 200 && status < 300,
    () => false,
  );
  if (!isAccepted)
    log.warn({ host: url.host, count: subscriptions.length }, 'a notification was not accepted; it is retried later');
  await database.guard(async (sql) => {
    for (const { id, lastChange, failures } of subscriptions) {
      const pause = { failures: failures + 1, firstSeconds: initialPauseSeconds, maxSeconds: maxPauseSeconds };
      const retryAt = clock.now() / 1000 + backoffSeconds({ ...pause, random: (1 + random()) / 2 });
      await recordNotification(sql, { id, lastChange, retryAt: isAccepted ? null : retryAt });
    }
  });
}

/**
 * Builds a changeNotification of Microsoft Graph for a drive, which reports that the drive has changed, but not what.
 * `siteUrl` and `expirationDateTime` are additions of the mirror.
 */
function notificationOf(subscription: DueNotification, tenantId: string) {
  const { id, clientState, resource, siteUrl, expiresAtEpoch } = subscription;
  const expires = new Date(expiresAtEpoch * 1000).toISOString();
  return {
    ...{ subscriptionId: id, clientState, resource, tenantId, siteUrl, changeType: 'updated' },
    subscriptionExpirationDateTime: expires,
    expirationDateTime: expires,
    resourceData: { '@odata.type': '#Microsoft.Graph.DriveItem' },
  };
}
