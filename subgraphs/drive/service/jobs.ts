import type { JobDefinition } from '../../../platform/jobs.js';
import type { ConnectionRecord } from '../records.js';
import { hasDueDownloads } from '../repository/downloads.js';
import { selectRuns } from '../repository/runs.js';
import { selectSite } from '../repository/sites.js';
import { hasOpenNotifications, sweepNotifications } from '../repository/subscriptions.js';
import { SyncOutcome, SyncTrigger } from '../vocabulary.js';
import { isConfigured, readConnection } from './connection.js';
import type { DriveDependencies } from './dependencies.js';
import { runScan } from './folder/serve-folder.js';
import { notifyJob, scanJob, subscriptionJob, syncJob, tickJob } from './job-names.js';
import { notifySubscribers } from './mirror/notify.js';
import { keepSubscription } from './subscription/keep-subscription.js';
import { syncSite } from './sync/sync-site.js';

const notificationsKeptSeconds = 30 * 86_400;

/** The work of this domain that nobody waits for. Failures are kept for the status; the next minute decides what to do. */
export function driveJobs(dependencies: DriveDependencies): JobDefinition[] {
  return [
    {
      name: syncJob,
      run: (payload, signal) =>
        whenConnected(dependencies, (site) => followRequest({ dependencies, site, payload, signal })),
    },
    {
      name: subscriptionJob,
      run: () => whenConnected(dependencies, (site) => keepSubscription(dependencies, site.siteId)),
    },
    {
      name: tickJob,
      cron: '* * * * *',
      run: (_payload, signal) => whenConnected(dependencies, (site) => doWhatIsDue(dependencies, site, signal)),
    },
    { name: scanJob, cron: '* * * * *', run: (_payload, signal) => runScan(dependencies, signal) },
    { name: notifyJob, cron: '* * * * *', run: () => notifySubscribers(dependencies) },
  ];
}

type ConnectedSite = ConnectionRecord & { siteId: string };

/** Does the work while the site is connected and its circuit closed. */
async function whenConnected(
  dependencies: DriveDependencies,
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
    dependencies.log.warn({ err: error, siteId }, 'work on the document site failed');
  }
}

/** Somebody asks for a sync: the site by notifications, or an operator. */
async function followRequest(options: {
  dependencies: DriveDependencies;
  site: ConnectedSite;
  payload: unknown;
  signal: AbortSignal | undefined;
}): Promise<void> {
  const { dependencies, site, payload, signal } = options;
  const isRequested = fieldOf(payload, 'isRequested') === true;
  const isDue = await dependencies.database.guard((sql) => hasOpenNotifications(sql, site.siteId));
  const trigger = isRequested ? SyncTrigger.REQUEST : SyncTrigger.NOTIFICATION;
  if (isRequested || isDue) await sync({ dependencies, site, trigger, signal });
}

function fieldOf(payload: unknown, name: string): unknown {
  return typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
}

async function doWhatIsDue(
  dependencies: DriveDependencies,
  site: ConnectedSite,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database, clock, log } = dependencies;
  const { siteId } = site;
  await database.guard((sql) => sweepNotifications(sql, clock.now() / 1000 - notificationsKeptSeconds));
  // Without a subscription the polls still bring every change.
  await keepSubscription(dependencies, siteId).catch((error: unknown) =>
    log.warn({ err: error, siteId }, 'the subscription could not be kept'),
  );
  const trigger = await dueTrigger(dependencies, siteId);
  if (trigger !== undefined) await sync({ dependencies, site, trigger, signal });
}

/** Why a sync is due now, if one is. */
async function dueTrigger(dependencies: DriveDependencies, siteId: string): Promise<SyncTrigger | undefined> {
  const { database, clock } = dependencies;
  const now = clock.now() / 1000;
  return await database.guard(async (sql) => {
    if (await hasOpenNotifications(sql, siteId)) return SyncTrigger.NOTIFICATION;
    const [last] = await selectRuns(sql, { siteId, before: null, limit: 1 });
    // One that is said to run may have been cut off; whoever takes the lock knows.
    if (last !== undefined && last.outcome !== SyncOutcome.DONE) return SyncTrigger.RETRY;
    const site = await selectSite(sql, siteId);
    if (site !== undefined && site.nextPollAtEpoch <= now) return SyncTrigger.POLL;
    return (await hasDueDownloads(sql, { siteId, now })) ? SyncTrigger.RETRY : undefined;
  });
}

async function sync(options: {
  dependencies: DriveDependencies;
  site: ConnectedSite;
  trigger: SyncTrigger;
  signal: AbortSignal | undefined;
}): Promise<void> {
  const { dependencies, site, trigger } = options;
  const signal = options.signal ?? new AbortController().signal;
  await syncSite(dependencies, site, { siteId: site.siteId, trigger, signal, wait: false });
  await notifySubscribers(dependencies);
}
