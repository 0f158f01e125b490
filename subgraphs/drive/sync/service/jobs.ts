import { daySeconds } from '../../../../platform/durations.js';
import { membersOf } from '../../../../platform/is-object.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import { hasDueDownloads, type SiteRecord, selectSite, sweepContents } from '../../items/index.js';
import type { FollowingDependencies, SyncDependencies } from '../dependencies.js';
import type { SiteConnectionRecord } from '../repository/connections.js';
import { hasOpenNotifications, sweepNotifications } from '../repository/notifications.js';
import { selectRuns } from '../repository/runs.js';
import { isCircuitOpen } from '../rules/circuit.js';
import {
  SyncOutcome,
  SyncTrigger,
  subscriptionJobName,
  sweepJobName,
  syncJobName,
  tickJobName,
} from '../vocabulary.js';
import { bindToSite, type ConnectedSite, followedSites } from './followed-sites.js';
import { maintainSubscription } from './maintain-subscription.js';
import { examineRemainingChanges } from './remaining-changes.js';
import { syncSite } from './sync-site.js';

const notificationRetentionSeconds = 30 * daySeconds;

/** A connected site with the dependencies for synchronizing it. */
interface BoundSite {
  readonly site: ConnectedSite;
  readonly dependencies: SyncDependencies;
}

type DueTrigger = (bound: BoundSite) => Promise<SyncTrigger | undefined>;

/**
 * Background jobs for the followed sites. Failures are recorded for the status of the site, and retried by the job that
 * runs every minute.
 * @param afterSync called after each sync, even if it changed nothing
 */
export function syncJobs(dependencies: FollowingDependencies, afterSync: () => Promise<void>): JobDefinition[] {
  async function syncWhenDue(bound: BoundSite, dueTrigger: DueTrigger, signal: AbortSignal): Promise<void> {
    await logFailure(bound, async () => {
      const { siteId } = bound.site;
      const trigger = await dueTrigger(bound);
      if (trigger === undefined) return;
      await syncSite(bound.dependencies, { siteId, trigger, signal, wait: false });
      await afterSync();
    });
  }
  const neverAborted = () => new AbortController().signal;
  return [
    {
      name: syncJobName,
      async run(payload, signal = neverAborted()) {
        const release = dependencies.semaphore.acquire();
        // The sync remains due in the database; the job of the next minute performs it.
        if (release === undefined) return;
        try {
          const triggerOf = (bound: BoundSite) => requestedTrigger(bound, payload);
          for (const bound of await sitesOf(dependencies, payload)) await syncWhenDue(bound, triggerOf, signal);
        } finally {
          release();
        }
      },
    },
    {
      name: tickJobName,
      cron: '* * * * *',
      async run(_payload, signal = neverAborted()) {
        const { database, clock } = dependencies;
        await database.guard((sql) =>
          sweepNotifications(sql, { before: clock.now() / 1000 - notificationRetentionSeconds }),
        );
        await examineRemainingChanges(dependencies);
        const sites = await workableSites(dependencies);
        await runConcurrently(dependencies, sites, (bound) => syncWhenDue(bound, minuteTrigger, signal));
      },
    },
    {
      name: sweepJobName,
      cron: '17 * * * *',
      async run() {
        try {
          await sweepContents(dependencies);
        } finally {
          // An instance that serves a folder runs no syncs, which otherwise remove abandoned parts. Finished parts are
          // kept, because syncs may be running.
          await dependencies.content.sweepParts({ now: dependencies.clock.now(), keepsFinished: true });
        }
      },
    },
    {
      name: subscriptionJobName,
      async run(payload) {
        for (const bound of await sitesOf(dependencies, payload)) {
          await logFailure(bound, () => maintainSubscription(bound.dependencies, bound.site.siteId));
        }
      },
    },
  ];
}

/**
 * Runs work for each site, for as many sites concurrently as the semaphore permits. A slow site occupies one slot
 * while the other sites use the remaining ones.
 */
async function runConcurrently(
  dependencies: FollowingDependencies,
  sites: readonly BoundSite[],
  work: (bound: BoundSite) => Promise<void>,
): Promise<void> {
  const { semaphore } = dependencies;
  const waitingSites = [...sites];
  const workers = Array.from({ length: Math.min(semaphore.size, sites.length) }, async () => {
    const release = semaphore.acquire();
    if (release === undefined) return;
    try {
      const first = waitingSites.shift();
      if (first !== undefined) await work(first);
      for (let next = waitingSites.shift(); next !== undefined; next = waitingSites.shift()) {
        const current = await findWorkableSite(dependencies, next);
        if (current !== undefined) await work(current);
      }
    } finally {
      release();
    }
  });
  await Promise.all(workers);
}

/** The current state of a site that waited for a slot; undefined if requests may no longer be sent to it. */
async function findWorkableSite(
  dependencies: FollowingDependencies,
  { site }: BoundSite,
): Promise<BoundSite | undefined> {
  const sites = await workableSites(dependencies);
  return sites.find((bound) => bound.site.siteId === site.siteId);
}

/**
 * The sites to which requests may be sent: connected, not paused, and without an open circuit. Requested syncs come
 * first.
 */
async function workableSites(dependencies: FollowingDependencies): Promise<BoundSite[]> {
  const followed = await followedSites(dependencies);
  await dependencies.clients.retain(followed);
  const now = dependencies.clock.now() / 1000;
  const isRequested = ({ site }: BoundSite) => site.syncRequestedAtEpoch !== null;
  const workable = followed.flatMap((site): BoundSite[] => {
    const { siteId } = site;
    if (siteId === null || !isWorkable(site, now)) return [];
    return [{ site: { ...site, siteId }, dependencies: bindToSite(dependencies, site) }];
  });
  return [...workable.filter(isRequested), ...workable.filter((bound) => !isRequested(bound))];
}

function isWorkable(connection: SiteConnectionRecord, now: number): boolean {
  return connection.isConnected && !connection.isPaused && !isCircuitOpen(connection, now);
}

/** The site in the payload of a job, if it is workable; all workable sites if the payload contains none. */
async function sitesOf(dependencies: FollowingDependencies, payload: unknown): Promise<BoundSite[]> {
  const sites = await workableSites(dependencies);
  const { siteId } = membersOf(payload);
  return siteId === undefined ? sites : sites.filter(({ site }) => site.siteId === siteId);
}

/** Runs work for a site, and logs an error that it throws. */
async function logFailure({ site, dependencies }: BoundSite, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    dependencies.log.warn({ err: error, siteId: site.siteId }, 'a job for a document site failed');
  }
}

/**
 * The trigger of a sync that is due because an operator requested it or there are unclaimed notifications; undefined if
 * none is due.
 */
async function requestedTrigger(
  { site, dependencies: { database } }: BoundSite,
  payload: unknown,
): Promise<SyncTrigger | undefined> {
  if (membersOf(payload).isRequested === true || site.syncRequestedAtEpoch !== null) return SyncTrigger.REQUEST;
  const isDue = await database.guard((sql) => hasOpenNotifications(sql, { siteId: site.siteId }));
  return isDue ? SyncTrigger.NOTIFICATION : undefined;
}

/**
 * Whether a poll is due. A time that is further ahead than the polling interval was recorded while the clock was wrong,
 * so it also counts as due.
 */
function isPollDue(
  { nextPollAtEpoch }: Pick<SiteRecord, 'nextPollAtEpoch'>,
  { now, pollSeconds }: { now: number; pollSeconds: number },
): boolean {
  return nextPollAtEpoch <= now || nextPollAtEpoch > now + pollSeconds;
}

/** Maintains the subscription of a site, and returns the trigger of a sync that is due; undefined if none is due. */
async function minuteTrigger({ site, dependencies }: BoundSite): Promise<SyncTrigger | undefined> {
  const { database, clock, log } = dependencies;
  const { siteId } = site;
  // Without a subscription, polls still find every change.
  await maintainSubscription(dependencies, siteId).catch((error: unknown) =>
    log.warn({ err: error, siteId }, 'the subscription could not be created, renewed or replaced'),
  );
  if (site.syncRequestedAtEpoch !== null) return SyncTrigger.REQUEST;
  const now = clock.now() / 1000;
  return await database.guard(async (sql) => {
    if (await hasOpenNotifications(sql, { siteId })) return SyncTrigger.NOTIFICATION;
    const [last] = await selectRuns(sql, { siteId, before: Number.MAX_SAFE_INTEGER, limit: 1 });
    // A running sync may have been interrupted; the holder of the lock detects that.
    if (last !== undefined && last.outcome !== SyncOutcome.DONE) return SyncTrigger.RETRY;
    const found = await selectSite(sql, { siteId });
    if (found !== undefined && isPollDue(found, { now, pollSeconds: dependencies.pollSeconds }))
      return SyncTrigger.POLL;
    return (await hasDueDownloads(sql, { siteId, now })) ? SyncTrigger.RETRY : undefined;
  });
}
