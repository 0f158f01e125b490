import { hastenJob } from '../../../../platform/jobs.js';
import { grantSubscription, openNotifications, removeSubscription } from '../../repository/subscriptions.js';
import { requestedExpiry } from '../../rules/subscription.js';
import type { DriveDependencies } from '../dependencies.js';
import { syncJob } from '../job-names.js';
import { deleteRemote, type RemoteSubscription } from './remote-subscriptions.js';

interface Grant {
  readonly dependencies: DriveDependencies;
  readonly id: number;
  readonly remote: RemoteSubscription;
  /** Of the clientStates that its notifications may have; null: those known already. */
  readonly hashes: readonly string[] | null;
  /** How many requests of the site for a renewal this answers. */
  readonly renewalRequests: number;
}

/** Records what the site has granted. */
export async function grant(options: Grant): Promise<boolean> {
  return await options.dependencies.database.guard((sql) => grantSubscription(sql, grantedOf(options)));
}

/**
 * Records a subscription that begins, with the sync that finds the changes before it: the site has notified nobody of them. Where the site
 * was disconnected meanwhile, it is deleted there.
 */
export async function grantFirst(options: Omit<Grant, 'renewalRequests'> & { siteId: string }): Promise<boolean> {
  const { dependencies, id, siteId, remote } = options;
  const isGranted = await dependencies.database.transaction(async (sql) => {
    if (!(await grantSubscription(sql, grantedOf({ ...options, renewalRequests: 0 })))) {
      await removeSubscription(sql, id);
      return false;
    }
    const created = { siteId, subscriptionId: id, lifecycleEvent: 'subscriptionCreated' };
    await openNotifications(sql, { notifications: [created], now: dependencies.clock.now() / 1000 });
    await hastenJob(sql, { name: syncJob, payload: { siteId }, key: `${syncJob} ${siteId}` });
    return true;
  });
  if (!isGranted) await deleteRemote(dependencies.graph(), remote.id);
  return isGranted;
}

function grantedOf({ dependencies, id, remote, hashes, renewalRequests }: Grant) {
  const now = dependencies.clock.now() / 1000;
  const expiresAt = remote.expiresAt ?? Date.parse(requestedExpiry(now)) / 1000;
  return { id, remoteId: remote.id, expiresAt, clientStateHashes: hashes, renewalRequests, now };
}
