import { type Executor, runStatement } from '../../../../platform/database/index.js';

/** A subscription of a mirror client. */
export interface MirrorSubscriptionRecord {
  id: string;
  clientId: string;
  siteId: string;
  resource: string;
  notificationUrl: string;
  clientState: string | null;
  expiresAtEpoch: number;
}

const columns = `s.id, s.client_id as "clientId", s.site_id as "siteId", s.resource,
  s.notification_url as "notificationUrl", s.client_state as "clientState", s.expires_at as "expiresAtEpoch"`;

export async function countSubscriptions(sql: Executor, query: { clientId: string; now: number }): Promise<number> {
  const [row] = await runStatement<{ count: number }>(
    sql,
    'select count(*)::float8 as count from drive.mirror_subscription where client_id = $1 and expires_at > $2',
    [query.clientId, query.now],
  );
  return row?.count ?? 0;
}

/** Inserts a subscription to changes from now on. */
export async function insertMirrorSubscription(
  sql: Executor,
  subscription: MirrorSubscriptionRecord & { now: number },
): Promise<void> {
  const { id, clientId, siteId, resource, notificationUrl, clientState, expiresAtEpoch, now } = subscription;
  await runStatement(
    sql,
    `insert into drive.mirror_subscription
       (id, client_id, site_id, resource, notification_url, client_state, created_at, expires_at, notified_change)
     select $1, $2, $3, $4, $5, $6, $7, $8, last_change from drive.site where id = $3`,
    [id, clientId, siteId, resource, notificationUrl, clientState, now, expiresAtEpoch],
  );
}

/** The subscriptions of a client that have not expired; only the one with `id` unless that is null. */
export async function selectMirrorSubscriptions(
  sql: Executor,
  query: { clientId: string; id: string | null; now: number },
): Promise<MirrorSubscriptionRecord[]> {
  return await runStatement(
    sql,
    `select ${columns} from drive.mirror_subscription s
     where s.client_id = $1 and ($2::text is null or s.id = $2) and s.expires_at > $3 order by s.created_at, s.id`,
    [query.clientId, query.id, query.now],
  );
}

export async function renewMirrorSubscription(
  sql: Executor,
  renewal: { clientId: string; id: string; expiresAt: number; now: number },
): Promise<MirrorSubscriptionRecord | undefined> {
  const rows = await runStatement<MirrorSubscriptionRecord>(
    sql,
    `update drive.mirror_subscription s set expires_at = $3
     where s.client_id = $1 and s.id = $2 and s.expires_at > $4 returning ${columns}`,
    [renewal.clientId, renewal.id, renewal.expiresAt, renewal.now],
  );
  return rows[0];
}

export async function deleteMirrorSubscription(
  sql: Executor,
  subscription: { clientId: string; id: string },
): Promise<boolean> {
  const rows = await runStatement(
    sql,
    'delete from drive.mirror_subscription where client_id = $1 and id = $2 returning id',
    [subscription.clientId, subscription.id],
  );
  return rows.length > 0;
}

export interface DueNotification extends MirrorSubscriptionRecord {
  lastChange: number;
  failures: number;
  /** Web address of the site. */
  siteUrl: string;
}

/** Subscriptions whose site has changed since their last notification. */
export async function selectDueNotifications(sql: Executor, now: number): Promise<DueNotification[]> {
  return await runStatement(
    sql,
    `select ${columns}, site.last_change::float8 as "lastChange", site.web_url as "siteUrl", s.failures from drive.mirror_subscription s
     join drive.site on site.id = s.site_id
     where s.notified_change < site.last_change and s.expires_at > $1 and s.next_attempt_at <= $1
     order by s.id limit 1000`,
    [now],
  );
}

/** Records the result of a notification. `retryAt` is null when it succeeded, for changes up to `lastChange`. */
export async function recordNotification(
  sql: Executor,
  outcome: { id: string; lastChange: number; retryAt: number | null },
): Promise<void> {
  await runStatement(
    sql,
    `update drive.mirror_subscription set
       notified_change = case when $3::float8 is null then $2::bigint else notified_change end,
       failures = case when $3::float8 is null then 0 else failures + 1 end, next_attempt_at = coalesce($3::float8, 0)
     where id = $1`,
    [outcome.id, outcome.lastChange, outcome.retryAt],
  );
}

/** Deletes expired subscriptions. */
export async function sweepMirrorSubscriptions(sql: Executor, now: number): Promise<void> {
  await runStatement(sql, 'delete from drive.mirror_subscription where expires_at <= $1', [now]);
}
