import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  build,
  execute,
  float8,
  hasRow,
  jsonb,
  run,
  sqlFile,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { notification, receiverCount, subscription } from '../tables.js';

type OpenNotification = Pick<typeof notification.$inferSelect, 'siteId' | 'subscriptionId' | 'lifecycleEvent'>;

/** Inserts notifications that no run has claimed, which requests syncs of their sites. */
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

/** Stores notifications of the site. */
export async function insertNotifications(
  executor: Executor,
  values: { notifications: readonly OpenNotification[]; now: number },
): Promise<void> {
  await insertOpenNotifications(executor, values);
  const ids = [...new Set(values.notifications.map(({ subscriptionId }) => subscriptionId))];
  await run(executor, updateNotified, { ids, now: values.now });
}

/** Counts of received notifications. */
export interface ReceiverCounts {
  accepted: number;
  dropped: number;
}

/** Adds to a count of received notifications. */
export const countReceived = execute(
  { kind: text, count: bigint, now: float8 },
  ({ kind, count, now }) => sql`insert into ${receiverCount} (kind, count, last_at) values (${kind}, ${count}, ${now})
      on conflict (kind) do update
        set count = ${receiverCount.count} + excluded.count, last_at = excluded.last_at`,
);

const receiverCounts = statement({}, () =>
  build.select({ kind: receiverCount.kind, count: receiverCount.count }).from(receiverCount),
);

export async function selectReceiverCounts(executor: Executor): Promise<ReceiverCounts> {
  const counts = await run(executor, receiverCounts);
  return { accepted: 0, dropped: 0, ...Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) };
}

/** Assigns unclaimed notifications to a run; later ones need another run. */
export const claimNotifications = execute(
  { siteId: text, runId: bigint },
  ({ siteId, runId }) => sql`update ${notification} set run_id = ${runId}
      where ${notification.siteId} = ${siteId} and ${notification.runId} is null`,
);

/** Requests another sync for the notifications of a run that has failed. */
export const releaseNotifications = execute(
  { runId: bigint },
  ({ runId }) => sql`update ${notification} set run_id = null
      where ${notification.id} in (select max(id) from ${notification} where run_id = ${runId})`,
);

/** Whether a site has notifications that no run has claimed yet. */
export const hasOpenNotifications = hasRow(
  { siteId: text },
  ({ siteId }) => sql`select from ${notification}
      where ${notification.siteId} = ${siteId} and ${notification.runId} is null limit 1`,
);

/** Deletes notifications that were received before a time and that a run has claimed. */
export const sweepNotifications = execute(
  { before: float8 },
  ({ before }) => sql`delete from ${notification}
      where ${notification.receivedAtEpoch} < ${before} and ${notification.runId} is not null`,
);
