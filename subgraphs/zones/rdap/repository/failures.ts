import { lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  array,
  boolean,
  execute,
  fetchRow,
  float8,
  hasPassed,
  hasRow,
  insertInto,
  type RowOf,
  rawQuery,
  text,
} from '../../../../platform/database/statements/index.js';
import { maxLifetimeMs } from '../rules/lifetimes.js';
import { rdapFailure } from '../tables.js';

/** Whether a failure has expired, so its subject may be queried. */
export function isExpired(now: SQLWrapper): SQL {
  return hasPassed(rdapFailure.expiresAt, { now, maxPause: maxLifetimeMs });
}

/**
 * The unexpired failure of these subjects with the latest expiration. Times are Unix epoch milliseconds.
 */
export const selectFailure = fetchRow({ subjects: array(text), now: float8 }, ({ subjects, now }) =>
  rawQuery(
    {
      ...{ subject: rdapFailure.subject, isTimeout: rdapFailure.isTimeout },
      ...{ message: rdapFailure.message, expiresAt: rdapFailure.expiresAt },
    },
    (columns) => sql`select ${columns} from ${rdapFailure}
      where subject = any(${subjects}) and not ${isExpired(now)} order by expires_at desc limit 1`,
  ),
);

/** A stored failure. */
export type FailureRow = RowOf<typeof selectFailure>;

const failureTypes = { subject: text, isTimeout: boolean, message: text, expiresAt: float8 };

/** Stores the failure of a domain, replacing the previous one. */
export const upsertFailure = execute(
  failureTypes,
  (row) => sql`${insertInto(rdapFailure, row)} on conflict (subject) do update set
      is_timeout = excluded.is_timeout, message = excluded.message, expires_at = excluded.expires_at`,
);

const breakerTypes = { threshold: float8, firstPauseMs: float8, maxPauseMs: float8, forgetAfterMs: float8 };

/**
 * Counts a failure of a server. After `threshold` consecutive failures, the server is paused for `firstPauseMs`, and
 * twice as long after each further failure. Failures during a pause belong to lookups that began before it, so they are
 * counted only if `isProbe` is true. `expiresAt` is the end of a pause that the server has requested.
 */
export const countServerFailure = execute(
  { ...failureTypes, ...breakerTypes, now: float8, isProbe: boolean },
  (parameters) => {
    const failures = sql`case
        when not ${isExpired(parameters.now)} and not ${parameters.isProbe} then rdap_failure.failures
        when rdap_failure.expires_at + ${parameters.forgetAfterMs} < ${parameters.now} then 1
        else rdap_failure.failures + 1 end`;
    const pause = sql`case when ${failures} < ${parameters.threshold} then 0
        else least(${parameters.maxPauseMs}, ${parameters.firstPauseMs} * power(2, least(20, ${failures} - ${parameters.threshold}))) end`;
    const { subject, isTimeout, message, expiresAt } = parameters;
    return sql`${insertInto(rdapFailure, { subject, isTimeout, message, expiresAt, failures: sql`1` })}
      on conflict (subject) do update set is_timeout = excluded.is_timeout, message = excluded.message,
        failures = ${failures}, expires_at = greatest(excluded.expires_at, ${parameters.now} + ${pause},
          case when ${parameters.isProbe} or ${isExpired(parameters.now)} then 0 else rdap_failure.expires_at end)`;
  },
);

/** Lets one of the lookups after a pause query the server; the others wait for its result until `endsAt`. */
export const claimProbe = hasRow(
  { subject: text, threshold: float8, now: float8, endsAt: float8 },
  ({ subject, threshold, now, endsAt }) =>
    sql`update ${rdapFailure} set expires_at = ${endsAt}
        where subject = ${subject} and failures >= ${threshold} and ${isExpired(now)} returning subject`,
);

/** Forgets the failures of a server that has responded, except a pause that it has requested in the meantime. */
export const forgetServerFailures = execute(
  { subject: text, now: float8, isProbe: boolean },
  ({ subject, now, isProbe }) =>
    sql`delete from ${rdapFailure} where subject = ${subject} and (${isProbe} or ${isExpired(now)})`,
);

/**
 * Deletes failures that have expired by `now`; failures of servers are deleted `forgetAfterMs` after their expiration.
 */
export const deleteExpiredFailures = execute(
  { now: float8, forgetAfterMs: float8 },
  ({ now, forgetAfterMs }) => sql`delete from ${rdapFailure}
      where ${lte(rdapFailure.expiresAt, sql`${now} - case when failures > 0 then ${forgetAfterMs} else 0 end`)}`,
);
