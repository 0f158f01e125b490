import { type Executor, runStatement } from '../../../../platform/database/index.js';
import type { SubscriptionState } from '../vocabulary.js';

export interface SubscriptionRecord {
  id: number;
  siteId: string;
  remoteId: string | null;
  state: SubscriptionState;
  resource: string;
  notificationUrl: string;
  clientStateHashes: string[];
  requestedExpiresAtEpoch: number | null;
  renewalRequests: number;
  createdAtEpoch: number;
  renewedAtEpoch: number;
  expiresAtEpoch: number | null;
  lastNotificationAtEpoch: number | null;
  lastError: string | null;
  lastErrorAtEpoch: number | null;
}

/** Counts of received notifications. */
export interface ReceiverCounts {
  accepted: number;
  dropped: number;
}

const columns = `id::float8 as id, site_id as "siteId", remote_id as "remoteId", state, resource,
  notification_url as "notificationUrl", client_state_hashes as "clientStateHashes", created_at as "createdAtEpoch",
  renewed_at as "renewedAtEpoch", expires_at as "expiresAtEpoch", last_notification_at as "lastNotificationAtEpoch",
  last_error as "lastError", last_error_at as "lastErrorAtEpoch", requested_expires_at as "requestedExpiresAtEpoch",
  renewal_requests as "renewalRequests"`;

/** The subscription of a site that is in use or being made. */
export async function selectSubscription(sql: Executor, siteId: string): Promise<SubscriptionRecord | undefined> {
  const text = `select ${columns} from drive.subscription where site_id = $1 and state <> 'removed'`;
  return (await runStatement<SubscriptionRecord>(sql, text, [siteId]))[0];
}

/** The newest 50 subscriptions of a site, newest first. */
export async function selectSubscriptions(sql: Executor, siteId: string): Promise<SubscriptionRecord[]> {
  return await runStatement(
    sql,
    `select ${columns} from drive.subscription where site_id = $1 order by id desc limit 50`,
    [siteId],
  );
}

/**
 * Subscriptions that notifications may belong to: active ones with these ids, and all that are being created, whose ids
 * are not known yet. One statement, so that one that is being confirmed is found exactly once.
 */
export async function selectReceivers(sql: Executor, remoteIds: readonly string[]): Promise<SubscriptionRecord[]> {
  const text = `select ${columns} from drive.subscription
    where (state = 'active' and remote_id = any($1::text[])) or state = 'creating'`;
  return await runStatement(sql, text, [remoteIds]);
}

/** Records an attempt to create a subscription with the hash of its clientState, because the response may be lost. The last five hashes are kept. */
export async function beginSubscription(
  sql: Executor,
  attempt: {
    siteId: string;
    resource: string;
    notificationUrl: string;
    clientStateHash: string;
    requestedExpiresAt: number;
    now: number;
  },
): Promise<number> {
  const [row] = await runStatement<{ id: number }>(
    sql,
    `insert into drive.subscription as s (site_id, state, resource, notification_url, client_state_hashes,
       requested_expires_at, created_at, renewed_at) values ($1, 'creating', $2, $3, array[$4::text], $5, $6, $6)
     on conflict (site_id) where state <> 'removed' do update set resource = excluded.resource,
       notification_url = excluded.notification_url, requested_expires_at = excluded.requested_expires_at,
       client_state_hashes = (array[$4::text] || s.client_state_hashes)[1:5]
     returning id::float8 as id`,
    [
      attempt.siteId,
      attempt.resource,
      attempt.notificationUrl,
      attempt.clientStateHash,
      attempt.requestedExpiresAt,
      attempt.now,
    ],
  );
  if (row === undefined) throw new Error('the subscription was not written'); // An upsert without a condition returns its row.
  return row.id;
}

/**
 * Records a granted subscription. `clientStateHashes` replace those of earlier attempts; null keeps them. `renewalRequests` is how
 * many requests of the site for a renewal this answers.
 * @returns false when the subscription was removed or the site disconnected meanwhile; nothing is recorded then
 */
export async function grantSubscription(
  sql: Executor,
  granted: {
    id: number;
    remoteId: string;
    expiresAt: number;
    clientStateHashes: readonly string[] | null;
    renewalRequests: number;
    now: number;
  },
): Promise<boolean> {
  const rows = await runStatement(
    sql,
    `update drive.subscription s set state = 'active', remote_id = $2, expires_at = $3, renewed_at = $4,
       client_state_hashes = coalesce($5::text[], client_state_hashes), renewal_requests = greatest(renewal_requests - $6::integer, 0),
       last_error = null, last_error_at = null
     where id = $1 and state <> 'removed'
       and exists (select from drive.connection c where c.site_id = s.site_id and c.is_connected)
     returning id`,
    [granted.id, granted.remoteId, granted.expiresAt, granted.now, granted.clientStateHashes, granted.renewalRequests],
  );
  return rows.length > 0;
}

/** Records that the site requests a renewal. */
export async function requestRenewal(sql: Executor, id: number): Promise<void> {
  await runStatement(sql, 'update drive.subscription set renewal_requests = renewal_requests + 1 where id = $1', [id]);
}

export async function failSubscription(
  sql: Executor,
  failure: { id: number; error: string; now: number },
): Promise<void> {
  await runStatement(sql, 'update drive.subscription set last_error = $2, last_error_at = $3 where id = $1', [
    failure.id,
    failure.error,
    failure.now,
  ]);
}

/** Marks a subscription as removed; its notifications are dropped. */
export async function removeSubscription(sql: Executor, id: number): Promise<void> {
  await runStatement(sql, `update drive.subscription set state = 'removed' where id = $1`, [id]);
}

/** Removes the subscription of a site and returns its id at the graph API; undefined when there is none, or none is known. */
export async function removeSubscriptionOf(sql: Executor, siteId: string): Promise<string | undefined> {
  const text = `update drive.subscription set state = 'removed' where site_id = $1 and state <> 'removed'
    returning remote_id as "remoteId"`;
  const [row] = await runStatement<{ remoteId: string | null }>(sql, text, [siteId]);
  return row?.remoteId ?? undefined;
}

interface OpenNotification {
  readonly siteId: string;
  readonly subscriptionId: number;
  readonly lifecycleEvent: string | null;
}

/**
 * Requests syncs of the sites. One unclaimed row per subscription and event suffices: the sync that claims it queries
 * for changes after that, and so after this.
 */
export async function openNotifications(
  sql: Executor,
  options: { notifications: readonly OpenNotification[]; now: number },
): Promise<void> {
  await runStatement(
    sql,
    `insert into drive.notification (site_id, subscription_id, received_at, lifecycle_event)
     select distinct t."siteId", t."subscriptionId", $2::float8, t."lifecycleEvent"
     from jsonb_to_recordset($1::text::jsonb) as t ("siteId" text, "subscriptionId" bigint, "lifecycleEvent" text)
     where not exists (select from drive.notification n where n.site_id = t."siteId" and n.run_id is null
       and n.subscription_id = t."subscriptionId" and n.lifecycle_event is not distinct from t."lifecycleEvent")`,
    [JSON.stringify(options.notifications), options.now],
  );
}

/** Stores notifications of the site. */
export async function insertNotifications(
  sql: Executor,
  options: { notifications: readonly OpenNotification[]; now: number },
): Promise<void> {
  await openNotifications(sql, options);
  const ids = [...new Set(options.notifications.map((notification) => notification.subscriptionId))];
  await runStatement(sql, 'update drive.subscription set last_notification_at = $2 where id = any($1::bigint[])', [
    ids,
    options.now,
  ]);
}

/** Adds to the counts of received notifications. */
export async function countReceived(sql: Executor, received: ReceiverCounts & { now: number }): Promise<void> {
  for (const kind of ['accepted', 'dropped'] as const) {
    if (received[kind] === 0) continue;
    await runStatement(
      sql,
      `insert into drive.receiver_count as r (kind, count, last_at) values ($1, $2, $3)
       on conflict (kind) do update set count = r.count + excluded.count, last_at = excluded.last_at`,
      [kind, received[kind], received.now],
    );
  }
}

export async function selectReceiverCounts(sql: Executor): Promise<ReceiverCounts> {
  const rows = await runStatement<{ kind: keyof ReceiverCounts; count: number }>(
    sql,
    'select kind, count::float8 as count from drive.receiver_count',
  );
  return { accepted: 0, dropped: 0, ...Object.fromEntries(rows.map((row) => [row.kind, row.count])) };
}

/** Assigns unclaimed notifications to a run; later ones need another run. */
export async function claimNotifications(sql: Executor, run: { siteId: string; runId: number }): Promise<void> {
  await runStatement(sql, 'update drive.notification set run_id = $2 where site_id = $1 and run_id is null', [
    run.siteId,
    run.runId,
  ]);
}

/** Gives them back when the run has failed. */
export async function releaseNotifications(sql: Executor, runId: number): Promise<void> {
  await runStatement(
    sql,
    `update drive.notification set run_id = null where id in (
       select max(id) from drive.notification where run_id = $1)`,
    [runId],
  );
}

export async function hasOpenNotifications(sql: Executor, siteId: string): Promise<boolean> {
  const rows = await runStatement(sql, 'select from drive.notification where site_id = $1 and run_id is null limit 1', [
    siteId,
  ]);
  return rows.length > 0;
}

/** Deletes old notifications that a run has claimed. */
export async function sweepNotifications(sql: Executor, before: number): Promise<void> {
  await runStatement(sql, 'delete from drive.notification where received_at < $1 and run_id is not null', [before]);
}
