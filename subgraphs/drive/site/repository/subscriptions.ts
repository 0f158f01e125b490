import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasPassed,
  hasRow,
  nullable,
  queryBuilder,
  type RowOf,
  type RowOfSelection,
  rawQuery,
  text,
} from '../../../../platform/database/statements/index.js';
import { site } from '../../items/tables.js';
import { mirrorSubscription } from '../tables.js';

const { id, clientId, siteId, resource, notificationUrl, clientState, expiresAtEpoch, failures } = mirrorSubscription;
const subscription = { id, clientId, siteId, resource, notificationUrl, clientState, expiresAtEpoch };

/** A subscription of a mirror client. */
export type MirrorSubscriptionRecord = RowOfSelection<typeof subscription>;

/** The number of unexpired subscriptions of a client. */
export const countSubscriptions = fetchOne({ clientId: text, now: float8 }, (parameters) =>
  queryBuilder
    .select({ count: cast(float8, sql`count(*)`) })
    .from(mirrorSubscription)
    .where(sql`${clientId} = ${parameters.clientId} and ${expiresAtEpoch} > ${parameters.now}`),
);

/**
 * Locks the subscriptions of a client until the transaction ends, so concurrent transactions cannot exceed its maximum
 * number.
 */
export const lockSubscriptions = execute(
  { clientId: text },
  (values) =>
    sql`select pg_advisory_xact_lock(hashtextextended('rampart mirror subscriptions ' || ${values.clientId}, 0))`,
);

/** Inserts a subscription to future changes of a site. */
export const insertMirrorSubscription = execute(
  {
    ...{ id: text, clientId: text, siteId: text, resource: text, notificationUrl: text },
    ...{ clientState: nullable(text), expiresAtEpoch: float8, now: float8 },
  },
  (values) => sql`insert into ${mirrorSubscription}
        (id, client_id, site_id, resource, notification_url, client_state, created_at, expires_at, notified_change)
      select ${values.id}, ${values.clientId}, ${values.siteId}, ${values.resource}, ${values.notificationUrl},
        ${values.clientState}, ${values.now}, ${values.expiresAtEpoch}, ${site.lastChange}
      from ${site} where ${site.id} = ${values.siteId}`,
);

/** The unexpired subscriptions of a client; only the one with `id` if it is not null. */
export const selectMirrorSubscriptions = fetchRows({ clientId: text, id: nullable(text), now: float8 }, (parameters) =>
  queryBuilder
    .select(subscription)
    .from(mirrorSubscription)
    .where(
      sql`${clientId} = ${parameters.clientId} and (${parameters.id} is null or ${id} = ${parameters.id}) and ${expiresAtEpoch} > ${parameters.now}`,
    )
    .orderBy(mirrorSubscription.createdAtEpoch, id),
);

/** Changes the expiration time of an unexpired subscription; undefined if there is none. */
export const renewMirrorSubscription = fetchRow(
  { clientId: text, id: text, expiresAt: float8, now: float8 },
  (renewal) =>
    rawQuery(
      subscription,
      (columns) => sql`update ${mirrorSubscription} set expires_at = ${renewal.expiresAt}
        where ${clientId} = ${renewal.clientId} and ${id} = ${renewal.id} and ${expiresAtEpoch} > ${renewal.now}
        returning ${columns}`,
    ),
);

/** Deletes a subscription; false if there was none. */
export const deleteMirrorSubscription = hasRow(
  { clientId: text, id: text },
  (parameters) => sql`delete from ${mirrorSubscription}
      where ${clientId} = ${parameters.clientId} and ${id} = ${parameters.id} returning id`,
);

/** Maximum number of seconds between a failed notification and its retry. */
export const maxPauseSeconds = 1800;

/** Whether a notification is due. */
function isDue(now: SQLWrapper): SQL {
  return hasPassed(mirrorSubscription.nextAttemptAtEpoch, { now, maxPause: maxPauseSeconds });
}

/** Unexpired subscriptions that are due for a notification, because their site has changed since the last one. */
export const selectDueNotifications = fetchRows({ now: float8 }, ({ now }) =>
  queryBuilder
    .select({ ...subscription, failures, lastChange: site.lastChange, siteUrl: site.webUrl })
    .from(mirrorSubscription)
    .innerJoin(site, sql`${site.id} = ${siteId}`)
    .where(
      sql`${mirrorSubscription.notifiedChange} < ${site.lastChange} and ${expiresAtEpoch} > ${now}
        and ${isDue(now)}`,
    )
    .orderBy(id)
    .limit(1000),
);

/** A subscription that is due for a notification, with the number of the newest change and the URL of its site. */
export type DueNotification = RowOf<typeof selectDueNotifications>;

/**
 * Records the result of a notification of the changes up to `lastChange`. `retryAt`: time of the next attempt; null if
 * the notification succeeded.
 */
export const recordNotification = execute(
  { id: text, lastChange: bigint, retryAt: nullable(float8) },
  ({ retryAt, ...parameters }) => sql`update ${mirrorSubscription} set
        notified_change = case when ${retryAt} is null then ${parameters.lastChange} else notified_change end,
        failures = case when ${retryAt} is null then 0 else failures + 1 end, next_attempt_at = coalesce(${retryAt}, 0)
      where ${id} = ${parameters.id}`,
);

/** Deletes expired subscriptions. */
export const sweepMirrorSubscriptions = execute(
  { now: float8 },
  ({ now }) => sql`delete from ${mirrorSubscription} where ${expiresAtEpoch} <= ${now}`,
);
