import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  execute,
  float8,
  hasRow,
  jsonb,
  queryBuilder,
  run,
  sqlFile,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { notification, receiverCount, subscription } from '../tables.js';

type OpenNotification = Pick<typeof notification.$inferSelect, 'siteId' | 'subscriptionId' | 'lifecycleEvent'>;

/** Inserts unclaimed notifications, which request a sync of their sites. */
export const insertOpenNotifications = execute(
  sqlFile(import.meta.url, './open-notifications.sql', {
    parameters: { notifications: jsonb<readonly OpenNotification[]>(), now: float8 },
  }),
);

const updateNotified = statement(
  { ids: array(bigint), now: float8 },
  ({ ids, now }) =>
    sql`update ${subscription} set last_notification_at = ${now} where ${subscription.id} = any(${ids})`,
);

/** Stores received notifications, and updates the last notification time of their subscriptions. */
export async function insertNotifications(
  executor: Executor,
  values: { notifications: readonly OpenNotification[]; now: number },
): Promise<void> {
  await insertOpenNotifications(executor, values);
  const ids = [...new Set(values.notifications.map(({ subscriptionId }) => subscriptionId))];
  await run(executor, updateNotified, { ids, now: values.now });
}

/** Total numbers of accepted and dropped notifications. */
export interface ReceiverCounts {
  accepted: number;
  dropped: number;
}

/** Increases the total number of accepted or dropped notifications. */
export const incrementReceiverCount = execute(
  { kind: text, count: bigint, now: float8 },
  ({ kind, count, now }) => sql`insert into ${receiverCount} (kind, count, last_at) values (${kind}, ${count}, ${now})
      on conflict (kind) do update
        set count = ${receiverCount.count} + excluded.count, last_at = excluded.last_at`,
);

const receiverCounts = statement({}, () =>
  queryBuilder.select({ kind: receiverCount.kind, count: receiverCount.count }).from(receiverCount),
);

export async function selectReceiverCounts(executor: Executor): Promise<ReceiverCounts> {
  const counts = await run(executor, receiverCounts);
  return { accepted: 0, dropped: 0, ...Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) };
}

/** Assigns the unclaimed notifications of a site to a sync run. Notifications that arrive later require another run. */
export const claimNotifications = execute(
  { siteId: text, runId: bigint },
  ({ siteId, runId }) => sql`update ${notification} set run_id = ${runId}
      where ${notification.siteId} = ${siteId} and ${notification.runId} is null`,
);

/** Releases the newest notification of a failed run, which requests another sync. */
export const releaseNotifications = execute(
  { runId: bigint },
  ({ runId }) => sql`update ${notification} set run_id = null
      where ${notification.id} in (select max(id) from ${notification} where run_id = ${runId})`,
);

/** Whether a site has unclaimed notifications, which require a sync. */
export const hasOpenNotifications = hasRow(
  { siteId: text },
  ({ siteId }) => sql`select from ${notification}
      where ${notification.siteId} = ${siteId} and ${notification.runId} is null limit 1`,
);

/** Deletes claimed notifications that were received before a given time. */
export const sweepNotifications = execute(
  { before: float8 },
  ({ before }) => sql`delete from ${notification}
      where ${notification.receivedAtEpoch} < ${before} and ${notification.runId} is not null`,
);
