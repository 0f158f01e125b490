import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { clockToleranceMs } from '../../../../platform/clock.js';
import {
  boolean,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasRow,
  integer,
  nullable,
  queryBuilder,
  type RowOf,
  rawQuery,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { delivery, queue, rule, secret } from '../../tables.js';
import { maxRetryDelayMs } from '../rules/retry.js';

const claimTypes = { lease: uuid, now: float8, leaseMs: float8, mailLeaseMs: float8 };
/** Leases end by the clock of the database, because the clocks of the processes may differ. */
const databaseTime = sql`(extract(epoch from clock_timestamp()) * 1000)::double precision`;

/**
 * Whether the clock was ahead when `retry_at` was set, so it is wrong. The release before does not set the beginning of
 * a lease.
 */
function wasClockAhead(now: SQLWrapper): SQL {
  const [tolerance, maxDelay] = [clockToleranceMs, 2 * maxRetryDelayMs].map((ms) => sql.raw(String(ms)));
  return sql`(queue.leased_at > ${now} + ${tolerance} or queue.retry_at > ${now} + ${maxDelay})`;
}

/**
 * Leases the due rule whose last lease began at the earliest time, so rules with many deliveries do not delay others;
 * rules that were leased while the clock was ahead come first. No other process sends for the rule until the lease
 * ends, so its deliveries are sent in order. A lease that ends too late was set while the clock was ahead, and counts
 * as ended.
 */
export const leaseDueRule = fetchRow(claimTypes, (parameters) =>
  rawQuery(
    {
      ruleId: queue.ruleId,
      quietFrom: cast(nullable(text), sql`due.quiet_from`),
      quietTo: cast(nullable(text), sql`due.quiet_to`),
      timeZone: cast(nullable(text), sql`due.time_zone`),
    },
    (columns) => sql`with due as (
        select queue.rule_id, rule.target, rule.quiet_from, rule.quiet_to, rule.time_zone from ${queue} queue join ${rule} rule on rule.id = queue.rule_id
        where rule.is_enabled and queue.pending > 0
          and queue.leased_until not between ${databaseTime}
            and ${databaseTime} + ${parameters.mailLeaseMs} + ${sql.raw(String(clockToleranceMs))}
          and (queue.retry_at <= ${parameters.now} or ${wasClockAhead(parameters.now)})
        order by ${wasClockAhead(parameters.now)} desc, queue.leased_at, queue.rule_id
        limit 1 for update of queue skip locked
      )
      update ${queue} set lease = ${parameters.lease}, leased_at = ${parameters.now}, retry_at = 0, leased_until =
        ${databaseTime} + case due.target when 'mail' then ${parameters.mailLeaseMs} else ${parameters.leaseMs} end
      from due where ${queue.ruleId} = due.rule_id returning ${columns}`,
  ),
);

const attempt = statement({ ruleId: uuid, now: float8, isQuiet: boolean }, ({ ruleId, now, isQuiet }) =>
  rawQuery(
    {
      ...{ sequence: delivery.sequence, id: delivery.id, kind: delivery.kind, title: delivery.title },
      ...{ body: delivery.body, queuedAt: delivery.queuedAt, attempts: delivery.attempts },
      ...{ ruleId: rule.id, ruleName: rule.name, target: rule.target, address: rule.address },
    },
    (columns) => sql`update ${delivery} set attempts = attempts + 1, attempted_at = ${now} from ${rule}
      where ${rule.id} = ${ruleId} and ${delivery.sequence} = (
        select sequence from ${delivery} next where next.rule_id = ${ruleId} and next.status = 'pending'
        order by sequence limit 1
      ) and (not ${isQuiet} or ${delivery.kind} = 'notification.test') returning ${columns}`,
  ),
);

/**
 * Begins and counts an attempt to send the first pending delivery of a rule; undefined if there is none. During quiet
 * hours (`isQuiet`), undefined unless it is a test.
 */
export const beginAttempt = fetchRow(attempt);
export type Attempt = RowOf<typeof attempt>;

/** The valid secrets of a rule, newest first; at most 10. */
export const selectSecrets = fetchRows({ ruleId: uuid, now: float8 }, ({ ruleId, now }) =>
  queryBuilder
    .select({ sealed: secret.sealed })
    .from(secret)
    .where(sql`${secret.ruleId} = ${ruleId} and (${secret.expiresAt} is null or ${secret.expiresAt} > ${now})`)
    .orderBy(sql`${secret.createdAt} desc, ${secret.id}`)
    .limit(10),
);

const endTypes = { sequence: float8, ruleId: uuid, lease: uuid, now: float8, lastStatus: nullable(integer) };

/** Records that a delivery succeeded, and ends the lease. Returns false if this process no longer held the lease. */
export const recordDelivered = hasRow(
  endTypes,
  (parameters) => sql`with held as (
      update ${queue} set lease = null, leased_until = 0, retry_at = 0, pending = greatest(pending - 1, 0),
        delivered = delivered + 1
      where rule_id = ${parameters.ruleId} and lease = ${parameters.lease} returning rule_id
    )
    update ${delivery} set status = 'delivered', finished_at = ${parameters.now}, last_status = ${parameters.lastStatus}, last_error = null
    where sequence = ${parameters.sequence}::bigint and status = 'pending' and exists (select 1 from held) returning sequence`,
);

/**
 * Records a failed attempt, and ends the lease. Returns false if this process no longer held the lease. If `retryAt` is
 * null, the delivery is dead and the next delivery is due.
 */
export const recordFailed = hasRow(
  { ...endTypes, error: text, retryAt: nullable(float8) },
  (parameters) => sql`with held as (
      update ${queue} set lease = null, leased_until = 0, retry_at = coalesce(${parameters.retryAt}, 0), failed = failed + 1,
        pending = greatest(pending - (${parameters.retryAt} is null)::integer, 0),
        dead = dead + (${parameters.retryAt} is null)::integer
      where rule_id = ${parameters.ruleId} and lease = ${parameters.lease} returning rule_id
    )
    update ${delivery} set last_status = ${parameters.lastStatus}, last_error = ${parameters.error},
      status = case when ${parameters.retryAt} is null then 'dead' else status end,
      finished_at = case when ${parameters.retryAt} is null then ${parameters.now} end
    where sequence = ${parameters.sequence}::bigint and status = 'pending' and exists (select 1 from held) returning sequence`,
);

/** Ends the lease of a rule whose attempt this process aborted, and does not count the attempt. */
export const undoAttempt = execute(
  { sequence: float8, ruleId: uuid, lease: uuid },
  (parameters) => sql`with held as (
      update ${queue} set lease = null, leased_until = 0
      where rule_id = ${parameters.ruleId} and lease = ${parameters.lease} returning rule_id
    )
    update ${delivery} set attempts = attempts - 1
    where sequence = ${parameters.sequence}::bigint and status = 'pending' and exists (select 1 from held)`,
);

/** Ends the lease of a rule that has no pending delivery, and recounts the pending deliveries of the rule. */
export const endLease = execute(
  { ruleId: uuid, lease: uuid },
  ({ ruleId, lease }) => sql`update ${queue} set lease = null, leased_until = 0, pending = (
        select count(*)::integer from ${delivery} where delivery.rule_id = ${ruleId} and delivery.status = 'pending')
      where rule_id = ${ruleId} and lease = ${lease}`,
);

/** Ends the lease of a rule without an attempt. Its pending deliveries are due at `until`. */
export const postpone = execute(
  { ruleId: uuid, lease: uuid, until: float8 },
  ({ ruleId, lease, until }) => sql`update ${queue} set lease = null, leased_until = 0, retry_at = ${until}
      where rule_id = ${ruleId} and lease = ${lease}`,
);

/** Disables a rule. Returns false if the rule was not enabled. */
export const disableRule = hasRow(
  { id: uuid, reason: text, now: float8 },
  ({ id, reason, now }) => sql`update ${rule} set is_enabled = false, disabled_reason = ${reason}, updated_at = ${now}
      where id = ${id} and is_enabled returning id`,
);

/**
 * Deletes all expired secrets, and at most 5000 of the deliveries that ended before a time. Deliveries of rules whose
 * queue is locked remain until the next call, because queues must be locked before deliveries.
 */
export const sweepDeliveries = fetchOne({ before: float8, now: float8 }, ({ before, now }) =>
  rawQuery(
    { deleted: cast(float8, sql`count(*)`) },
    (columns) => sql`with free as (
        select rule_id from ${queue} for update skip locked
      ), old as (
        delete from ${delivery} where sequence in (
          select sequence from ${delivery} where status <> 'pending' and finished_at < ${before}
            and rule_id in (select rule_id from free)
          order by finished_at limit 5000 for update skip locked
        ) returning rule_id, status
      ), counted as (
        update ${queue} set dead = greatest(${queue.dead} - gone.dead, 0)
        from (select rule_id, count(*)::integer as dead from old where status = 'dead' group by rule_id) gone
        where ${queue.ruleId} = gone.rule_id
      ), expired as (
        delete from ${secret} where expires_at < ${now}
      )
      select ${columns} from old`,
  ),
);

/** Message counts summed over all rules, and the age of the oldest pending delivery of enabled rules, for metrics. */
export const selectTotals = fetchOne({ now: float8 }, ({ now }) =>
  rawQuery(
    {
      pending: cast(float8, sql`(select coalesce(sum(pending), 0) from ${queue})`),
      dead: cast(float8, sql`(select coalesce(sum(dead), 0) from ${queue})`),
      delivered: cast(float8, sql`(select coalesce(sum(delivered), 0) from ${queue})`),
      failed: cast(float8, sql`(select coalesce(sum(failed), 0) from ${queue})`),
      oldestPendingSeconds: cast(
        float8,
        sql`(select coalesce(greatest(${now} - min(first.queued_at), 0) / 1000, 0) from ${queue} waiting
          join ${rule} on ${rule.id} = waiting.rule_id and ${rule.isEnabled}
          cross join lateral (select queued_at from ${delivery} where rule_id = waiting.rule_id and status = 'pending'
            order by sequence limit 1) first where waiting.pending > 0)`,
      ),
    },
    (columns) => sql`select ${columns}`,
  ),
);
