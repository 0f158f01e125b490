import { randomBytes } from 'node:crypto';
import { DomainError } from '../../../../platform/domain-error.js';
import type { SubscriptionRecord } from '../../records.js';
import {
  beginSubscription,
  failSubscription,
  grantSubscription,
  removeSubscription,
  selectSubscription,
} from '../../repository/subscriptions.js';
import { clientStateHash } from '../../rules/client-state.js';
import { isRenewalDue, requestedExpiry, subscriptionResource } from '../../rules/subscription.js';
import { SubscriptionState } from '../../vocabulary.js';
import type { DriveDependencies } from '../dependencies.js';
import { tryLockSite } from '../sync/site-lock.js';
import {
  createRemote,
  deleteRemote,
  findEqualRemote,
  type RemoteSubscription,
  renewRemote,
} from './remote-subscriptions.js';

/**
 * Sees to it that the site tells us of changes: makes the subscription, renews it well before its end, makes it anew when the
 * site has lost it. Nothing happens where the settings name no address for notifications, or while another process does it.
 * @throws {DomainError} when the site refuses; it is kept with the subscription too
 */
export async function keepSubscription(
  dependencies: DriveDependencies,
  options: { siteId: string; renewNow?: boolean },
): Promise<void> {
  const { siteId, renewNow = false } = options;
  const lock = await tryLockSite(dependencies, { siteId, work: 'subscription' });
  if (lock === undefined) return;
  try {
    const current = await dependencies.database.guard((sql) => selectSubscription(sql, siteId));
    await keepingErrors(dependencies, siteId, () => keepLocked({ dependencies, siteId, renewNow, current }));
  } finally {
    await lock.release();
  }
}

interface Keeping {
  dependencies: DriveDependencies;
  siteId: string;
  renewNow: boolean;
  current: SubscriptionRecord | undefined;
}

async function keepLocked({ dependencies, siteId, renewNow, current }: Keeping): Promise<void> {
  const { notificationUrl } = dependencies.settings;
  const now = dependencies.clock.now() / 1000;
  const isWanted = notificationUrl !== '';
  if (current !== undefined && (!isWanted || current.notificationUrl !== notificationUrl)) {
    await endSubscription(dependencies, current);
  } else if (current?.state === SubscriptionState.ACTIVE) {
    if (renewNow || isRenewalDue(current, now)) await renew(dependencies, current);
    return;
  }
  if (isWanted) await create(dependencies, siteId);
}

/** Ends a subscription at the site and here. */
export async function endSubscription(dependencies: DriveDependencies, current: SubscriptionRecord): Promise<void> {
  if (current.remoteId !== null) await deleteRemote(dependencies.graph(), current.remoteId);
  await dependencies.database.guard((sql) => removeSubscription(sql, current.id));
}

async function renew(dependencies: DriveDependencies, current: SubscriptionRecord): Promise<void> {
  const { database, clock } = dependencies;
  const remoteId = current.remoteId ?? ''; // An active one has been granted, with its id.
  const expirationDateTime = requestedExpiry(clock.now() / 1000);
  const renewed = await renewRemote(dependencies.graph(), { remoteId, expirationDateTime });
  if (renewed !== 'unknown') return await grant({ dependencies, id: current.id, remote: renewed, hashes: null });
  await database.guard((sql) => removeSubscription(sql, current.id));
  await create(dependencies, current.siteId);
}

async function create(dependencies: DriveDependencies, siteId: string): Promise<void> {
  const attempt = await beginAttempt(dependencies, siteId);
  const created = await createRemote(dependencies.graph(), attempt.request);
  if (created !== 'exists') {
    return await grant({ dependencies, id: attempt.id, remote: created, hashes: [attempt.hash] });
  }
  await adopt({ dependencies, siteId, ...attempt });
}

/** The hash of the clientState is kept before it is sent: when the answer gets lost, its notifications are still known. */
async function beginAttempt(dependencies: DriveDependencies, siteId: string) {
  const { settings, clock, database } = dependencies;
  const now = clock.now() / 1000;
  const clientState = settings.clientState === '' ? randomBytes(32).toString('base64url') : settings.clientState;
  const { notificationUrl } = settings;
  const resource = subscriptionResource(siteId);
  const hash = clientStateHash(clientState);
  const { id, isFirst } = await database.guard(async (sql) => {
    const earlier = await selectSubscription(sql, siteId);
    const began = await beginSubscription(sql, { siteId, resource, notificationUrl, clientStateHash: hash, now });
    return { id: began, isFirst: earlier === undefined };
  });
  const request = {
    changeType: 'updated',
    notificationUrl,
    resource,
    expirationDateTime: requestedExpiry(now),
    clientState,
  } as const;
  return { id, hash, isFirst, request };
}

/**
 * Takes over the equal subscription that the site has already. Its clientState must be one of ours: told by the site, set in
 * the settings, or sent by an earlier attempt. Otherwise nobody could tell its notifications from forged ones, and it is
 * replaced.
 */
async function adopt(
  options: { dependencies: DriveDependencies; siteId: string } & Awaited<ReturnType<typeof beginAttempt>>,
): Promise<void> {
  const { dependencies, id, hash, isFirst, request } = options;
  const graph = dependencies.graph();
  const equal = await findEqualRemote(graph, request);
  if (equal === undefined) {
    throw new DomainError('UPSTREAM_FAILED', 'Subscription: the site says that there is one, and lists none', {
      reason: 'refused',
    });
  }
  const isKnown = equal.clientState !== null || dependencies.settings.clientState !== '' || !isFirst;
  if (!isKnown) {
    await deleteRemote(graph, equal.id);
    const created = await createRemote(graph, request);
    if (created !== 'exists') return await grant({ dependencies, id, remote: created, hashes: [hash] });
  }
  const hashes = equal.clientState === null ? null : [clientStateHash(equal.clientState)];
  await grant({ dependencies, id, remote: equal, hashes });
  const { expirationDateTime } = request;
  const renewed = await renewRemote(graph, { remoteId: equal.id, expirationDateTime });
  if (renewed !== 'unknown') await grant({ dependencies, id, remote: renewed, hashes });
}

async function grant(options: {
  dependencies: DriveDependencies;
  id: number;
  remote: RemoteSubscription;
  hashes: readonly string[] | null;
}): Promise<void> {
  const { dependencies, id, remote, hashes } = options;
  const now = dependencies.clock.now() / 1000;
  const expiresAt = remote.expiresAt ?? Date.parse(requestedExpiry(now)) / 1000;
  await dependencies.database.guard((sql) =>
    grantSubscription(sql, { id, remoteId: remote.id, expiresAt, clientStateHashes: hashes, now }),
  );
}

async function keepingErrors(
  dependencies: DriveDependencies,
  siteId: string,
  work: () => Promise<void>,
): Promise<void> {
  const { database, clock } = dependencies;
  try {
    await work();
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 2000);
    await database.guard(async (sql) => {
      const current = await selectSubscription(sql, siteId);
      if (current !== undefined)
        await failSubscription(sql, { id: current.id, error: message, now: clock.now() / 1000 });
    });
    throw error;
  }
}
