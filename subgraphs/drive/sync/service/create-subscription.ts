import { randomBytes } from 'node:crypto';
import { DomainError } from '../../../../platform/domain-error.js';
import { runJobNow } from '../../../../platform/jobs.js';
import type { SyncDependencies } from '../dependencies.js';
import { insertOpenNotifications } from '../repository/notifications.js';
import * as subscriptions from '../repository/subscriptions.js';
import { clientStateHash, requestedExpiry } from '../rules/subscription.js';
import type { RemoteSubscription, SubscriptionRequest } from '../upstream/subscriptions.js';
import * as upstream from '../upstream/subscriptions.js';
import { syncJobName } from '../vocabulary.js';

/** An attempt to create a subscription, recorded before the request is sent. */
interface Attempt {
  readonly id: number;
  readonly hash: string;
  readonly request: SubscriptionRequest;
  /** Expiration time that the previous attempt requested, in Unix epoch seconds; null if there was none. */
  readonly previousRequestedExpiry: number | null;
}

/**
 * Maximum number of requests to create a subscription, because delayed requests of a crashed process may still
 * interfere.
 */
const maxAttempts = 3;

/**
 * Creates a subscription to the changes of a site. If the site already has an equal one, it is adopted if its
 * clientState is known: because the site reports it, or because an earlier attempt whose response was lost created it.
 * Otherwise its notifications could not be verified, and it is replaced.
 * @throws {DomainError} UPSTREAM_FAILED if the site rejects a request, or reports an existing subscription that it does
 * not list
 */
export async function createSubscription(dependencies: SyncDependencies, siteId: string): Promise<void> {
  const graph = dependencies.graph();
  const attempt = await beginAttempt(dependencies, siteId);
  const { id, hash, request } = attempt;
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const created = await upstream.createRemote(graph, request);
    if (created !== 'exists') {
      await recordCreatedSubscription({ dependencies, siteId, id, remote: created, hashes: [hash] });
      return;
    }
    const equal = await upstream.findEqualRemote(graph, request);
    if (equal === undefined) continue;
    if (isOwnSubscription(equal, attempt) && upstream.hasExpectedLifecycleUrl(equal, request))
      return await adoptSubscription({ dependencies, siteId, attempt, equal });
    await upstream.deleteRemote(graph, equal.id);
  }
  throw new DomainError(
    'UPSTREAM_FAILED',
    'The site rejected the subscription as a duplicate (status 409), but lists no matching subscription',
    {
      reason: 'rejected',
    },
  );
}

function isOwnSubscription(
  { clientState, expiresAt }: RemoteSubscription,
  { previousRequestedExpiry }: Attempt,
): boolean {
  return clientState !== null || (expiresAt !== null && expiresAt === previousRequestedExpiry);
}

/**
 * Records the hash of a new clientState before it is sent, because the site may send notifications before it responds,
 * and its response may be lost. From then on, notifications with this clientState are accepted, regardless of their
 * subscription id.
 */
async function beginAttempt(dependencies: SyncDependencies, siteId: string): Promise<Attempt> {
  const { settings, clock, database } = dependencies;
  const { notificationUrl } = settings;
  const lifecycleNotificationUrl = settings.lifecycleNotificationUrl || null;
  const now = clock.now() / 1000;
  const clientState = settings.clientState === '' ? randomBytes(32).toString('base64url') : settings.clientState;
  const expirationDateTime = requestedExpiry(now);
  const requestedExpiresAt = Date.parse(expirationDateTime) / 1000;
  const resource = dependencies.graph().subscriptionResource(siteId);
  const hash = clientStateHash(clientState);
  return await database.guard(async (sql) => {
    const previousSubscription = await subscriptions.selectSubscription(sql, { siteId });
    const urls = { notificationUrl, lifecycleNotificationUrl };
    const attempt = { siteId, resource, ...urls, clientStateHash: hash, requestedExpiresAt, now };
    const { id } = await subscriptions.beginSubscription(sql, attempt);
    const documented = { changeType: 'updated', notificationUrl, resource, expirationDateTime, clientState } as const;
    const request = lifecycleNotificationUrl === null ? documented : { ...documented, lifecycleNotificationUrl };
    return { id, hash, request, previousRequestedExpiry: previousSubscription?.requestedExpiresAtEpoch ?? null };
  });
}

async function adoptSubscription(options: {
  dependencies: SyncDependencies;
  siteId: string;
  attempt: Attempt;
  equal: RemoteSubscription;
}): Promise<void> {
  const { dependencies, siteId, attempt, equal } = options;
  const { id, request } = attempt;
  const hashes = equal.clientState === null ? null : [clientStateHash(equal.clientState)];
  if (!(await recordCreatedSubscription({ dependencies, siteId, id, remote: equal, hashes }))) return;
  const { expirationDateTime } = request;
  const renewed = await upstream.renewRemote(dependencies.graph(), { remoteId: equal.id, expirationDateTime });
  if (renewed === 'unknown') await dependencies.database.guard((sql) => subscriptions.removeSubscription(sql, { id }));
  else await recordConfirmedSubscription({ dependencies, id, remote: renewed, hashes, renewalRequests: 0 });
}

interface ConfirmedSubscription {
  readonly dependencies: SyncDependencies;
  readonly id: number;
  readonly remote: RemoteSubscription;
  /** Hashes of the clientStates that notifications of the subscription may have; null keeps the recorded hashes. */
  readonly hashes: readonly string[] | null;
  /** Number of pending renewal requests of the site that the confirmation fulfills. */
  readonly renewalRequests: number;
}

/**
 * Records a subscription that the site created or renewed; false if it was removed or the site disconnected in the
 * meantime.
 */
export async function recordConfirmedSubscription(options: ConfirmedSubscription): Promise<boolean> {
  return await options.dependencies.database.guard((sql) =>
    subscriptions.confirmSubscription(sql, confirmationValues(options)),
  );
}

/**
 * Records a new subscription, and requests a sync for earlier changes, for which the site sent no notifications. If the
 * site was disconnected in the meantime, deletes the subscription at the site.
 */
async function recordCreatedSubscription(
  options: Omit<ConfirmedSubscription, 'renewalRequests'> & { siteId: string },
): Promise<boolean> {
  const { dependencies, id, siteId, remote } = options;
  const isRecorded = await dependencies.database.transaction(async (sql) => {
    if (!(await subscriptions.confirmSubscription(sql, confirmationValues({ ...options, renewalRequests: 0 })))) {
      await subscriptions.removeSubscription(sql, { id });
      return false;
    }
    const created = { siteId, subscriptionId: id, lifecycleEvent: 'subscriptionCreated' };
    await insertOpenNotifications(sql, { notifications: [created], now: dependencies.clock.now() / 1000 });
    await runJobNow(sql, { name: syncJobName, payload: { siteId }, key: `${syncJobName} ${siteId}` });
    return true;
  });
  if (!isRecorded) await upstream.deleteRemote(dependencies.graph(), remote.id);
  return isRecorded;
}

function confirmationValues({ dependencies, id, remote, hashes, renewalRequests }: ConfirmedSubscription) {
  const now = dependencies.clock.now() / 1000;
  const expiresAt = remote.expiresAt ?? Date.parse(requestedExpiry(now)) / 1000;
  return { id, remoteId: remote.id, expiresAt, clientStateHashes: hashes, renewalRequests, now };
}
