import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  boolean,
  execute,
  fetchRow,
  fetchRows,
  float8,
  integer,
  nullable,
  rawQuery,
  run,
  runForRow,
  sqlFile,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { nilUuid } from '../../../../platform/input-limits.js';
import { suppression } from '../tables.js';

/** Maximum number of suppressed alerts that one step of restoring alerts examines. */
const alertsPerStep = 1000;

/** The ended suppressions whose alerts are not all restored, earliest end first. */
export const selectRestoring = fetchRows({}, () =>
  rawQuery(
    { id: suppression.id },
    (selected) => sql`select ${selected} from ${suppression}
        where ${suppression.endedAtEpoch} is not null and ${suppression.finishedAtEpoch} is null order by ended_at, id`,
  ),
);

/**
 * Locks a suppression until the end of the transaction, for one step. Undefined if another process has locked it, or if
 * all of its alerts are restored.
 */
export const tryLockRestoring = fetchRow({ id: uuid }, (values) =>
  rawQuery(
    {
      ...{ id: suppression.id, tenantId: suppression.tenantId, positionId: suppression.positionId },
      ...{
        restoredCount: suppression.restoredCount,
        stillSuppressedCount: suppression.stillSuppressedCount,
        endedBy: suppression.endedBy,
      },
    },
    (selected) => sql`select ${selected} from ${suppression}
        where ${suppression.id} = ${values.id} and ${suppression.endedAtEpoch} is not null and ${suppression.finishedAtEpoch} is null
        for no key update skip locked`,
  ),
);

const lockAlerts = sqlFile(import.meta.url, './lock-suppressed-alerts.sql', {
  parameters: { after: uuid, count: integer, rule: uuid },
  row: { examined: integer, last: nullable(uuid), locked: integer },
});

const restore = sqlFile(import.meta.url, './restore-alerts.sql', {
  parameters: { rule: uuid, after: uuid, last: uuid, at: float8, becomeCandidates: boolean },
});

/**
 * Removes a suppression from the next alerts that it suppresses. The transaction must have locked the suppression.
 * @param options.positionId id of the last alert that was examined; null for the first step
 * @param options.at time of the restoration that is stored for the alerts, in Unix epoch seconds
 * @param options.becomeCandidates whether restored alerts become candidates of the incident rule
 * @returns whether there may be more alerts
 */
export async function restoreNext(
  executor: Executor,
  options: { rule: string; positionId: string | null; at: number; becomeCandidates: boolean },
): Promise<boolean> {
  const { rule, at, becomeCandidates } = options;
  const after = options.positionId ?? nilUuid;
  // Like all changes, locks alerts in the order of their ids. The next statement sees the changes of earlier holders of
  // the locks.
  const page = await runForRow(executor, lockAlerts, { after, count: alertsPerStep, rule });
  if (page === undefined || page.last === null) return false;
  await run(executor, restore, { rule, after, last: page.last, at, becomeCandidates });
  return page.examined === alertsPerStep;
}

/** Marks a suppression as finished: all of its alerts are restored. */
export const updateFinished = execute(
  { id: uuid, at: float8 },
  (values) => sql`update ${suppression} set finished_at = ${values.at}, position_id = null, error = null
      where ${suppression.id} = ${values.id}`,
);

/** Records the reason why a step of restoring alerts failed. */
export const updateError = execute(
  { id: uuid, error: text },
  (values) => sql`update ${suppression} set error = ${values.error} where ${suppression.id} = ${values.id}`,
);
