import { backoffSeconds } from '../../network.js';
import type { SiteDependencies } from '../dependencies.js';
import {
  type DueNotification,
  recordNotification,
  selectDueNotifications,
  sweepMirrorSubscriptions,
} from '../repository/subscriptions.js';

/** Tells subscribers of the mirror what has changed. */
export const notifyJob = 'drive.notify';

const firstPauseSeconds = 10;
const longestPauseSeconds = 1800;

/**
 * Tells subscribers that their sites have changed: one notification for all that came since the last, and one request for
 * each address. Who does not take it is told again later, ever more rarely.
 */
export async function notifySubscribers(dependencies: SiteDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const due = await database.guard(async (sql) => {
    await sweepMirrorSubscriptions(sql, clock.now() / 1000);
    return await selectDueNotifications(sql, clock.now() / 1000);
  });
  await Promise.all([...byAddress(due)].map(([address, told]) => notify(dependencies, address, told)));
}

function byAddress(due: readonly DueNotification[]): Map<string, DueNotification[]> {
  return Map.groupBy(due, ({ notificationUrl }) => notificationUrl);
}

async function notify(
  dependencies: SiteDependencies,
  address: string,
  told: readonly DueNotification[],
): Promise<void> {
  const { database, clock, random, settings, callbacks, log } = dependencies;
  const value = told.map((subscription) => notificationOf(subscription, settings.tenantId));
  const answer = await callbacks()
    .post(new URL(address), JSON.stringify({ value }))
    .catch((error: unknown) => error);
  const isTaken = isAnswer(answer) && answer.status >= 200 && answer.status < 300;
  if (!isTaken) log.warn({ host: new URL(address).host, count: told.length }, 'a subscriber took no notification');
  await database.guard(async (sql) => {
    for (const { id, lastChange, failures } of told) {
      const pause = { failures: failures + 1, first: firstPauseSeconds, longest: longestPauseSeconds };
      const retryAt = clock.now() / 1000 + backoffSeconds({ ...pause, chance: (1 + random()) / 2 });
      await recordNotification(sql, { id, lastChange, retryAt: isTaken ? null : retryAt });
    }
  });
}

/**
 * A notification as the graph API writes it for a drive (Microsoft Graph, "changeNotification"): it tells that something has changed,
 * and not what. `siteUrl` and `expirationDateTime` are what the document site's own notifications have beside it.
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

function isAnswer(answer: unknown): answer is { status: number } {
  return typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number';
}
