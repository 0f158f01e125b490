import { messageOf } from '../../../../platform/message-of.js';
import type { SyncDependencies } from '../dependencies.js';
import type { SubscriptionRecord } from '../repository/subscriptions.js';
import * as subscriptions from '../repository/subscriptions.js';
import { isRenewalDue, requestedExpiry } from '../rules/subscription.js';
import { deleteRemote, renewRemote } from '../upstream/subscriptions.js';
import { SubscriptionState } from '../vocabulary.js';
import { createSubscription, recordConfirmedSubscription } from './create-subscription.js';
import { readConnection } from './followed-sites.js';
import { tryLockSite } from './site-lock.js';

/** Maximum number of steps per call; the job of the next minute performs further steps. */
const maxSteps = 5;

/** The next step for the subscription of a site. */
type Step = { readonly verb: 'create' } | { readonly verb: 'renew' | 'delete'; readonly current: SubscriptionRecord };

/**
 * Maintains the subscription to the changes of a site: creates it, renews it well before it expires or when the site
 * requests that, and replaces it when the site has lost it. Does nothing if no notification URL is configured, or while
 * another process maintains it.
 * @throws {DomainError} if the site rejects a request or cannot be reached; the error is also recorded with the
 * subscription
 */
export async function maintainSubscription(dependencies: SyncDependencies, siteId: string): Promise<void> {
  for (let steps = 0; steps < maxSteps; steps++) {
    // Checked without the lock: a process that receives a notification and finds the lock taken leaves the work to its
    // holder.
    if ((await nextStep(dependencies, siteId)) === undefined) return;
    const lock = await tryLockSite(dependencies, { siteId, work: 'subscription' });
    if (lock === undefined) return;
    try {
      const step = await nextStep(dependencies, siteId);
      if (step !== undefined) await recordErrors(dependencies, siteId, () => run({ dependencies, siteId, step }));
    } finally {
      await lock.release();
    }
  }
}

async function nextStep(dependencies: SyncDependencies, siteId: string): Promise<Step | undefined> {
  const { settings, database, clock } = dependencies;
  const current = await database.guard((sql) => subscriptions.selectSubscription(sql, { siteId }));
  // The site cannot add or change the URL of lifecycle notifications later.
  const isOutdated =
    current?.notificationUrl !== settings.notificationUrl ||
    (current.lifecycleNotificationUrl ?? '') !== settings.lifecycleNotificationUrl;
  if (current !== undefined && isOutdated) return { verb: 'delete', current };
  if (settings.notificationUrl === '') return undefined;
  if (current?.state === SubscriptionState.ACTIVE) {
    return isRenewalDue(current, clock.now() / 1000) ? { verb: 'renew', current } : undefined;
  }
  const connection = await readConnection(dependencies);
  return connection.isConnected && connection.siteId === siteId ? { verb: 'create' } : undefined;
}

async function run(options: { dependencies: SyncDependencies; siteId: string; step: Step }): Promise<void> {
  const { dependencies, siteId, step } = options;
  if (step.verb === 'create') await createSubscription(dependencies, siteId);
  else if (step.verb === 'renew') await renew(dependencies, step.current);
  else await remove(dependencies, step.current);
}

async function remove(dependencies: SyncDependencies, current: SubscriptionRecord): Promise<void> {
  if (current.remoteId !== null) await deleteRemote(dependencies.graph(), current.remoteId);
  await dependencies.database.guard((sql) => subscriptions.removeSubscription(sql, current));
}

async function renew(dependencies: SyncDependencies, current: SubscriptionRecord): Promise<void> {
  const { id, renewalRequests } = current;
  const remoteId = current.remoteId ?? ''; // An active subscription has an id.
  const expirationDateTime = requestedExpiry(dependencies.clock.now() / 1000);
  const renewed = await renewRemote(dependencies.graph(), { remoteId, expirationDateTime });
  if (renewed === 'unknown') await dependencies.database.guard((sql) => subscriptions.removeSubscription(sql, { id }));
  else await recordConfirmedSubscription({ dependencies, id, remote: renewed, hashes: null, renewalRequests });
}

async function recordErrors(dependencies: SyncDependencies, siteId: string, work: () => Promise<void>): Promise<void> {
  const { database, clock } = dependencies;
  try {
    await work();
  } catch (error) {
    const message = messageOf(error).slice(0, 2000);
    await database.guard((sql) =>
      subscriptions.failSubscription(sql, { siteId, error: message, now: clock.now() / 1000 }),
    );
    throw error;
  }
}
