import { DomainError } from '../../../platform/domain-error.js';
import { hastenJob } from '../../../platform/jobs.js';
import type { SubscriptionRecord } from '../records.js';
import { countReceived, insertNotifications, selectByRemoteIds } from '../repository/subscriptions.js';
import { isOurClientState } from '../rules/client-state.js';
import { isStorable } from '../rules/storable.js';
import { assertOperator } from './authorisation.js';
import type { DriveDependencies, DriveRequest } from './dependencies.js';
import { subscriptionJob, syncJob } from './job-names.js';

/** A notification as its sender writes it; nothing of it is believed before its clientState is checked. */
export interface NotificationInput {
  subscriptionId: string;
  clientState?: string | null | undefined;
  lifecycleEvent?: string | null | undefined;
}

const mostNotifications = 1000;
const longestId = 1024;

/** Events after which the subscription has to be looked after (Microsoft Graph, "Lifecycle notifications"). */
const subscriptionEvents = ['reauthorizationRequired', 'subscriptionRemoved'];

/**
 * Takes notifications: those that bear our clientState are stored, with the sync that follows them, before this returns. All
 * others are counted, and the sender learns nothing of it.
 * @throws {DomainError} STORE_UNAVAILABLE when they could not be stored; BAD_USER_INPUT for too many at once
 */
export async function receiveNotifications(
  dependencies: DriveDependencies,
  request: DriveRequest,
  input: { notifications: readonly NotificationInput[] },
): Promise<void> {
  // The document site has no credentials here: its notifications come by the documented path, and prove themselves.
  if (request.via !== 'rest') assertOperator(request);
  const { notifications } = input;
  if (notifications.length > mostNotifications) {
    throw new DomainError('BAD_USER_INPUT', `At most ${mostNotifications} notifications at once`, {
      argument: 'value',
    });
  }
  const { database, clock } = dependencies;
  const now = clock.now() / 1000;
  await database.transaction(async (sql) => {
    const ids = [...new Set(notifications.map((one) => one.subscriptionId).filter(isPossibleId))];
    const known = new Map((await selectByRemoteIds(sql, ids)).map((one) => [one.remoteId, one]));
    const accepted = notifications.flatMap((one) => acceptedOf(one, known.get(one.subscriptionId)));
    await countReceived(sql, { accepted: accepted.length, dropped: notifications.length - accepted.length, now });
    if (accepted.length === 0) return;
    await insertNotifications(sql, { notifications: accepted, now });
    for (const siteId of new Set(accepted.map((one) => one.siteId))) {
      await hastenJob(sql, { name: syncJob, payload: { siteId }, key: `${syncJob} ${siteId}` });
    }
    const events = accepted.filter((one) => subscriptionEvents.includes(one.lifecycleEvent ?? ''));
    for (const { siteId, lifecycleEvent } of events) {
      const key = `${subscriptionJob} ${siteId}`;
      await hastenJob(sql, { name: subscriptionJob, payload: { siteId, lifecycleEvent }, key });
    }
  });
}

function acceptedOf(
  { clientState, lifecycleEvent }: NotificationInput,
  subscription: SubscriptionRecord | undefined,
): { siteId: string; subscriptionId: number; lifecycleEvent: string | null }[] {
  const isOurs = isOurClientState(clientState, subscription?.clientStateHashes ?? []);
  if (!isOurs || subscription === undefined) return [];
  const event = lifecycleEvent?.slice(0, 100).replaceAll('\0', '').toWellFormed() ?? null;
  return [{ siteId: subscription.siteId, subscriptionId: subscription.id, lifecycleEvent: event }];
}

function isPossibleId(id: string): boolean {
  return id.length <= longestId && isStorable(id);
}
