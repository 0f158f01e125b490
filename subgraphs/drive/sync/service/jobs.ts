import type { JobDefinition } from '../../../../platform/jobs.js';
import { hasDueDownloads, selectSite } from '../../items/index.js';
import type { SyncDependencies } from '../dependencies.js';
import type { SiteConnectionRecord } from '../repository/connections.js';
import { hasOpenNotifications, sweepNotifications } from '../repository/notifications.js';
import { selectRuns } from '../repository/runs.js';

import { SyncOutcome, SyncTrigger, subscriptionJob, syncJob, tickJob } from '../vocabulary.js';
import { isConfigured, readConnection } from './connection.js';
import { maintainSubscription } from './maintain-subscription.js';
import { syncSite } from './sync-site.js';

const notificationsKeptSeconds = 30 * 86_400;

/**
 * Background jobs for the connected site. Failures are recorded for the status; the job of the next minute retries.
 * @param afterSync runs after each sync, whether it has changed anything or not
 */
export function syncJobs(dependencies: SyncDependencies, afterSync: () => Promise<void>): JobDefinition[] {
  function syncWhenDue(
    dueTrigger: (siteId: string) => Promise<SyncTrigger | undefined>,
    signal = new AbortController().signal,
  ): Promise<void> {
    return whenConnected(dependencies, async (site) => {
      const { siteId } = site;
      const trigger = await dueTrigger(siteId);
      if (trigger === undefined) return;
      await syncSite(dependencies, site, { siteId, trigger, signal, wait: false });
      await afterSync();
    });
  }
  return [
    {
      name: syncJob,
      run: (payload, signal) => syncWhenDue((siteId) => requestedTrigger(dependencies, { siteId, payload }), signal),
    },
    {
      name: tickJob,
      cron: '* * * * *',
      run: (_payload, signal) => syncWhenDue((siteId) => minuteTrigger(dependencies, siteId), signal),
    },
    {
      name: subscriptionJob,
      run: () => whenConnected(dependencies, (site) => maintainSubscription(dependencies, site.siteId)),
    },
  ];
}

type ConnectedSite = SiteConnectionRecord & { siteId: string };

/** Does the work while the site is connected and its circuit closed. */
async function whenConnected(
  dependencies: SyncDependencies,
  work: (site: ConnectedSite) => Promise<void>,
): Promise<void> {
  if (!isConfigured(dependencies.settings)) return;
  const connection = await readConnection(dependencies);
  const { siteId, isConnected, circuitOpenUntilEpoch } = connection;
  if (!isConnected || siteId === null) return;
  if (circuitOpenUntilEpoch !== null && circuitOpenUntilEpoch > dependencies.clock.now() / 1000) return;
  try {
    await work({ ...connection, siteId });
  } catch (error) {
    dependencies.log.warn({ err: error, siteId }, 'synchronizing the document site failed');
  }
}

/**
 * Why a requested sync is due: an operator requested it, or there are unclaimed notifications. Undefined when it is not
 * due.
 */
async function requestedTrigger(
  { database }: SyncDependencies,
  { siteId, payload }: { siteId: string; payload: unknown },
): Promise<SyncTrigger | undefined> {
  if (typeof payload === 'object' && payload !== null && Reflect.get(payload, 'isRequested') === true) {
    return SyncTrigger.REQUEST;
  }
  const isDue = await database.guard((sql) => hasOpenNotifications(sql, { siteId }));
  return isDue ? SyncTrigger.NOTIFICATION : undefined;
}

/** Maintains the subscription, and returns why a sync is due; undefined when none is. */
async function minuteTrigger(dependencies: SyncDependencies, siteId: string): Promise<SyncTrigger | undefined> {
  const { database, clock, log } = dependencies;
  await database.guard((sql) => sweepNotifications(sql, { before: clock.now() / 1000 - notificationsKeptSeconds }));
  // Without a subscription the polls still bring every change.
  await maintainSubscription(dependencies, siteId).catch((error: unknown) =>
    log.warn({ err: error, siteId }, 'the subscription could not be renewed'),
  );
  const now = clock.now() / 1000;
  return await database.guard(async (sql) => {
    if (await hasOpenNotifications(sql, { siteId })) return SyncTrigger.NOTIFICATION;
    const [last] = await selectRuns(sql, { siteId, before: Number.MAX_SAFE_INTEGER, limit: 1 });
    // A running one may have been interrupted; the holder of the lock finds out.
    if (last !== undefined && last.outcome !== SyncOutcome.DONE) return SyncTrigger.RETRY;
    const site = await selectSite(sql, { siteId });
    if (site !== undefined && site.nextPollAtEpoch <= now) return SyncTrigger.POLL;
    return (await hasDueDownloads(sql, { siteId, now })) ? SyncTrigger.RETRY : undefined;
  });
}
