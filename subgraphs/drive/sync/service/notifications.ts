import type { TransactionSql } from 'postgres';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { isLongerThan, isStorableText, maxCharacters, maxItems } from '../../../../platform/input-limits.js';
import { runJobNow } from '../../../../platform/jobs.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { rateSubject } from '../../../../platform/rate-subject.js';
import { untilAborted } from '../../../../platform/until-aborted.js';
import type { DriveRequest } from '../../dependencies.js';
import type { FollowingDependencies } from '../dependencies.js';
import { incrementReceiverCount, insertNotifications } from '../repository/notifications.js';
import type { SubscriptionRecord } from '../repository/subscriptions.js';
import * as subscriptions from '../repository/subscriptions.js';
import { isKnownClientState } from '../rules/subscription.js';
import type { DriveNotificationInput, ReceiveDriveNotificationsInput } from '../types-mutations.js';
import { SubscriptionState, subscriptionJobName, syncJobName } from '../vocabulary.js';

/**
 * Values of `lifecycleEvent` in lifecycle notifications: "Reduce missing subscriptions and change notifications"
 * (https://learn.microsoft.com/graph/change-notifications-lifecycle-events). Each causes a delta query. Renewing a
 * subscription also reauthorizes it; a removed subscription is created again.
 */
const lifecycleEvents = ['reauthorizationRequired', 'subscriptionRemoved', 'missed'];

/**
 * Maximum number of milliseconds until notifications are stored. Microsoft Graph expects a response within 10 seconds,
 * and delays or drops the notifications of an application that responds later
 * (https://learn.microsoft.com/graph/change-notifications-delivery-webhooks). After a 503, it sends them again.
 */
const maxStoreMs = 8000;
/** Time after which a transaction that waits for a lock ends, although the response was sent before. */
const lockTimeoutMs = 10_000;

/**
 * Receives notifications. Those with the clientState of their subscription, or of a subscription that is being created
 * and whose id is not known yet, are stored together with their jobs before this function returns. All others are
 * dropped and counted; the response does not reveal which.
 * @throws {DomainError} STORE_UNAVAILABLE if they could not be stored in time; BAD_USER_INPUT for too many
 * notifications in one request
 */
export async function receiveNotifications(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  input: ReceiveDriveNotificationsInput,
): Promise<void> {
  // The REST path takes no credentials: notifications are verified by their clientState.
  authorize(request.caller, 'drive.notify', request.via === 'rest' ? ['documentedPaths'] : []);
  const { notifications } = input;
  if (notifications.length > maxItems.notifications) {
    const problem = `At most ${maxItems.notifications} notifications are allowed per request, but there are`;
    throw invalidArgument('value', `${problem} ${notifications.length}`);
  }
  const accepted = await withDeadline(acceptNotifications(dependencies, request, notifications));
  const dropped = notifications.length - accepted.length;
  if (dropped === 0) return;
  dependencies.droppedNotifications.add(dropped);
  const facts = { source: rateSubject(request.sourceAddress), notifications: dropped };
  const message = 'notifications without the clientState of a subscription were dropped';
  dependencies.securityEvents.report({ name: 'notification_rejected', message, facts });
}

/** @throws {DomainError} STORE_UNAVAILABLE if the notifications are not stored within the deadline */
async function withDeadline<Result>(stored: Promise<Result>): Promise<Result> {
  const deadline = AbortSignal.timeout(maxStoreMs);
  return await untilAborted(deadline, stored).catch((error: unknown) => {
    if (error !== deadline.reason) throw error;
    const message = `The notifications could not be stored within ${maxStoreMs / 1000} seconds; send them again`;
    throw new DomainError('STORE_UNAVAILABLE', message, undefined, { cause: error });
  });
}

/** Stores the notifications that belong to subscriptions, and returns them. */
async function acceptNotifications(
  dependencies: FollowingDependencies,
  request: DriveRequest,
  notifications: readonly DriveNotificationInput[],
): Promise<readonly AcceptedNotification[]> {
  const accepted = await findAccepted(dependencies, request, notifications);
  if (accepted.length > 0) await storeAccepted(dependencies, accepted);
  return accepted;
}

/**
 * Returns the notifications that belong to subscriptions. Anyone can send notifications, so they are looked up without
 * a connection or a transaction of their own.
 */
async function findAccepted(
  { database }: FollowingDependencies,
  { signal }: DriveRequest,
  notifications: readonly DriveNotificationInput[],
): Promise<readonly AcceptedNotification[]> {
  const remoteIds = [...new Set(notifications.map(({ subscriptionId }) => subscriptionId).filter(isStorableId))];
  // Each site has at most one subscription that is in use.
  const candidates = await database.read({ signal, rows: maxItems.driveSites }, (sql) =>
    subscriptions.selectCandidateSubscriptions(sql, { remoteIds }),
  );
  return acceptedNotifications(notifications, candidates);
}

async function storeAccepted(
  { database, clock }: FollowingDependencies,
  accepted: readonly AcceptedNotification[],
): Promise<void> {
  const now = clock.now() / 1000;
  await database.transaction(async (sql) => {
    await sql.unsafe(`set local lock_timeout = ${lockTimeoutMs}`);
    await incrementReceiverCount(sql, { kind: 'accepted', count: accepted.length, now });
    await insertNotifications(sql, { notifications: accepted, now });
    for (const siteId of new Set(accepted.map((notification) => notification.siteId))) {
      await runJobNow(sql, { name: syncJobName, payload: { siteId }, key: `${syncJobName} ${siteId}` });
    }
    await applyLifecycleEvents(sql, accepted);
  });
}

interface AcceptedNotification {
  readonly siteId: string;
  readonly subscriptionId: number;
  readonly isActive: boolean;
  readonly lifecycleEvent: string | null;
}

function acceptedNotifications(
  notifications: readonly DriveNotificationInput[],
  subscriptions: readonly SubscriptionRecord[],
): readonly AcceptedNotification[] {
  const pending = subscriptions.filter(({ state }) => state === SubscriptionState.CREATING);
  const active = new Map(
    subscriptions.flatMap((subscription) =>
      subscription.state === SubscriptionState.ACTIVE ? [[subscription.remoteId, subscription]] : [],
    ),
  );
  return notifications.flatMap(({ subscriptionId, clientState, lifecycleEvent }) => {
    const activeSubscription = active.get(subscriptionId);
    const candidates = activeSubscription === undefined ? pending : [activeSubscription];
    // Checked even without candidates: the response time must not reveal whether the id is known.
    const hashes = candidates.flatMap((candidate) => candidate.clientStateHashes);
    if (!isKnownClientState(clientState, hashes)) return [];
    const subscription = candidates.find((candidate) => isKnownClientState(clientState, candidate.clientStateHashes));
    if (subscription === undefined) return [];
    const event = lifecycleEvents.find((name) => name === lifecycleEvent) ?? null;
    const { id, siteId, state } = subscription;
    return [{ siteId, subscriptionId: id, isActive: state === SubscriptionState.ACTIVE, lifecycleEvent: event }];
  });
}

/**
 * Applies lifecycle notifications: marks subscriptions that the site removed as removed, requests renewals, and
 * schedules the subscription job. For a subscription that is being created, whose id is not known yet, a renewal shows
 * whether it still exists.
 */
async function applyLifecycleEvents(sql: TransactionSql, accepted: readonly AcceptedNotification[]): Promise<void> {
  for (const { siteId, subscriptionId, isActive, lifecycleEvent } of accepted) {
    if (lifecycleEvent === null || lifecycleEvent === 'missed') continue;
    if (isActive && lifecycleEvent === 'subscriptionRemoved')
      await subscriptions.removeSubscription(sql, { id: subscriptionId });
    else await subscriptions.recordRenewalRequest(sql, { id: subscriptionId });
    await runJobNow(sql, { name: subscriptionJobName, payload: { siteId }, key: `${subscriptionJobName} ${siteId}` });
  }
}

function isStorableId(id: string): boolean {
  return !isLongerThan(id, maxCharacters.remoteId) && isStorableText(id);
}
