import { desc, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasRow,
  integer,
  nullable,
  queryBuilder,
  rawQuery,
  text,
} from '../../../../platform/database/statements/index.js';
import { connection, subscription } from '../tables.js';

/** A subscription of this instance to the changes of a site. Times are Unix epoch seconds. */
export type SubscriptionRecord = typeof subscription.$inferSelect;

const isInUse = sql`${subscription.state} <> 'removed'`;

/** The subscription of a site that is active or being created. */
export const selectSubscription = fetchRow({ siteId: text }, ({ siteId }) =>
  queryBuilder.select().from(subscription).where(sql`${subscription.siteId} = ${siteId} and ${isInUse}`),
);

/** The subscriptions of these sites that are active or being created, in any order. */
export const selectSubscriptionsInUse = fetchRows({ siteIds: array(text) }, ({ siteIds }) =>
  queryBuilder.select().from(subscription).where(sql`${subscription.siteId} = any(${siteIds}) and ${isInUse}`),
);

/** The 50 newest subscriptions of a site, newest first. */
export const selectSubscriptions = fetchRows({ siteId: text }, ({ siteId }) =>
  queryBuilder
    .select()
    .from(subscription)
    .where(sql`${subscription.siteId} = ${siteId}`)
    .orderBy(desc(subscription.id))
    .limit(50),
);

/**
 * Subscriptions to which notifications may belong: active ones with these remote ids, and all that are being created,
 * whose remote ids are not known yet. A single statement finds a subscription exactly once, even if it becomes active
 * at the same time.
 */
export const selectCandidateSubscriptions = fetchRows({ remoteIds: array(text) }, ({ remoteIds }) =>
  queryBuilder
    .select()
    .from(subscription)
    .where(
      sql`(${subscription.state} = 'active' and ${subscription.remoteId} = any(${remoteIds}))
          or ${subscription.state} = 'creating'`,
    ),
);

const attemptTypes = {
  ...{ siteId: text, resource: text, notificationUrl: text, clientStateHash: text },
  lifecycleNotificationUrl: nullable(text),
  ...{ requestedExpiresAt: float8, now: float8 },
};

/**
 * Records an attempt to create a subscription with the hash of its clientState, in case the response is lost. The
 * hashes of the last five attempts are stored.
 */
export const beginSubscription = fetchOne(attemptTypes, (attempt) =>
  rawQuery(
    { id: subscription.id },
    (columns) => sql`insert into ${subscription} (site_id, state, resource, notification_url,
          lifecycle_notification_url, client_state_hashes, requested_expires_at, created_at, renewed_at)
        values (${attempt.siteId}, 'creating', ${attempt.resource}, ${attempt.notificationUrl},
          ${attempt.lifecycleNotificationUrl}, array[${attempt.clientStateHash}], ${attempt.requestedExpiresAt}, ${attempt.now}, ${attempt.now})
        on conflict (site_id) where state <> 'removed' do update set resource = excluded.resource,
          notification_url = excluded.notification_url,
          lifecycle_notification_url = excluded.lifecycle_notification_url, requested_expires_at = excluded.requested_expires_at,
          client_state_hashes = (excluded.client_state_hashes || ${subscription.clientStateHashes})[1:5]
        returning ${columns}`,
  ),
);

const confirmationTypes = {
  ...{ id: bigint, remoteId: text, expiresAt: float8, clientStateHashes: nullable(array(text)) },
  ...{ renewalRequests: integer, now: float8 },
};

/**
 * Records that the site created or renewed a subscription. `clientStateHashes`: hashes that replace those of earlier
 * attempts; null keeps the earlier ones. `renewalRequests`: number of pending renewal requests of the site that are now
 * fulfilled.
 * @returns false, with nothing recorded, if the subscription was removed or the site disconnected in the meantime
 */
export const confirmSubscription = hasRow(
  confirmationTypes,
  (values) => sql`update ${subscription} set state = 'active', remote_id = ${values.remoteId},
        expires_at = ${values.expiresAt}, renewed_at = ${values.now},
        client_state_hashes = coalesce(${values.clientStateHashes}, client_state_hashes),
        renewal_requests = greatest(renewal_requests - ${values.renewalRequests}, 0),
        last_error = null, last_error_at = null
      where ${subscription.id} = ${values.id} and ${isInUse} and exists (
        select from ${connection} where ${connection.siteId} = ${subscription.siteId} and ${connection.isConnected})
      returning id`,
);

/** Records that the site requested the renewal of a subscription. */
export const recordRenewalRequest = execute(
  { id: bigint },
  ({ id }) => sql`update ${subscription} set renewal_requests = renewal_requests + 1 where ${subscription.id} = ${id}`,
);

/** Records the error of an attempt to create or renew the subscription of a site. */
export const failSubscription = execute(
  { siteId: text, error: text, now: float8 },
  ({ siteId, error, now }) => sql`update ${subscription} set last_error = ${error}, last_error_at = ${now}
      where ${subscription.siteId} = ${siteId} and ${isInUse}`,
);

/** Marks a subscription as removed, so its notifications are dropped. */
export const removeSubscription = execute(
  { id: bigint },
  ({ id }) => sql`update ${subscription} set state = 'removed' where ${subscription.id} = ${id}`,
);

/** Marks the subscription of a site as removed and returns its id at Microsoft Graph; undefined if there is none. */
export const removeSubscriptionOf = fetchRow({ siteId: text }, ({ siteId }) =>
  rawQuery(
    { remoteId: subscription.remoteId },
    (columns) => sql`update ${subscription} set state = 'removed'
        where ${subscription.siteId} = ${siteId} and ${isInUse} returning ${columns}`,
  ),
);
