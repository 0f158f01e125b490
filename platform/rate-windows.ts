import { type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Clock } from './clock.js';
import type { Database, Executor } from './database/index.js';
import {
  array,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  integer,
  jsonb,
  rawQuery,
  text,
} from './database/statements/index.js';
import type { JobDefinition } from './jobs.js';
import { rateWindow } from './tables.js';

/** The window of a rate limit for one subject. */
export interface RateWindow {
  /** Name of the rate limit, for example `licenses.check-license.60`. All windows of a scope have the same length. */
  readonly scope: string;
  /** The address or account to which the limit applies. */
  readonly subject: string;
  /**
   * Length of the window in seconds. Windows begin at multiples of their length since the Unix epoch; daily windows
   * begin at midnight UTC.
   */
  readonly seconds: number;
}

export interface WindowCount {
  /** Number of requests in the window, including this request. */
  readonly count: number;
  /** Unix epoch seconds at which the next window begins. */
  readonly resetsAt: number;
}

/** Start and end of a window, in Unix epoch seconds. */
interface WindowBounds {
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface WindowAcquisition extends WindowCount {
  /** Whether the request was counted; false if the limit was already reached. */
  readonly acquired: boolean;
}

const windowTypes = { scope: text, subject: text, startsAt: float8, endsAt: float8 };
const row = alias(rateWindow, 'w');
/**
 * Maximum number of seconds by which the clocks of replicas may differ. A window that begins even later was stored
 * while a clock was wrong. If it remained in use, a source that has reached its limit would be rejected until that
 * window ends.
 */
const clockToleranceSeconds = 300;

/** Whether a stored window begins too far after `now` (Unix epoch seconds) to be the window of another replica. */
function isMisdated(startsAt: PgColumn, now: SQL): SQL {
  return sql`${startsAt} > ${now} + ${sql.raw(String(clockToleranceSeconds))}`;
}

/**
 * Whether the requests start a new window. If the clock of this replica is behind, they are counted in the newer window
 * that is already stored.
 */
function isNew(now: SQL): SQL {
  return sql`(${row.startsAt} < excluded.starts_at or ${isMisdated(row.startsAt, now)})`;
}

/** SQL that adds the requests to windows that already exist. */
function added(now: SQL): SQL {
  return sql`on conflict (scope, subject) do update set
        count = excluded.count + case when ${isNew(now)} then 0 else ${row.count} end,
        starts_at = case when ${isNew(now)} then excluded.starts_at else ${row.startsAt} end,
        ends_at = case when ${isNew(now)} then excluded.ends_at else ${row.endsAt} end`;
}
const insertIntoWindows = sql`insert into ${rateWindow} as w (scope, subject, starts_at, ends_at, count)`;

const acquire = fetchRow({ ...windowTypes, now: float8, limit: integer }, (parameters) =>
  rawQuery(
    { count: row.count, resetsAt: row.endsAt },
    (columns) => sql`${insertIntoWindows}
        values (${parameters.scope}, ${parameters.subject}, ${parameters.startsAt}, ${parameters.endsAt}, 1)
        ${added(parameters.now)}
        where ${isNew(parameters.now)} or ${row.count} < ${parameters.limit} returning ${columns}`,
  ),
);
const release = execute(
  { scope: text, subject: text, startsAt: float8 },
  (parameters) => sql`update ${rateWindow} set count = count - 1
      where ${rateWindow.scope} = ${parameters.scope} and ${rateWindow.subject} = ${parameters.subject}
        and ${rateWindow.startsAt} = ${parameters.startsAt} and ${rateWindow.count} > 0`,
);

export interface RequestToCount {
  readonly window: RateWindow;
  /** Time of the request in Unix epoch seconds. */
  readonly at: number;
}

/**
 * Returns a function that counts requests, regardless of limits, and reads `additionalValue` in the same statement.
 * Counts are exact across replicas, because a single statement updates them. The count of a request includes the
 * request itself and those before it.
 */
export function createCounter<Value>(additionalValue: SQL<Value>) {
  const countAll = fetchRows(
    { requests: jsonb<(WindowBounds & Pick<RateWindow, 'scope' | 'subject'>)[]>(), now: float8 },
    ({ requests, now }) =>
      rawQuery(
        { scope: row.scope, subject: row.subject, count: row.count, resetsAt: row.endsAt, also: additionalValue },
        // Sorted, so statements of several replicas cannot deadlock.
        (columns) => sql`${insertIntoWindows}
          select scope, subject, max("startsAt"), max("endsAt"), count(*)
          from jsonb_to_recordset(${requests})
            as given (scope text, subject text, "startsAt" double precision, "endsAt" double precision)
          group by scope, subject order by scope, subject
          ${added(now)} returning ${columns}`,
      ),
  );
  return async (executor: Executor, requests: readonly RequestToCount[]) => {
    const parameters = requests.map(({ window, at }) => {
      const { scope, subject } = window;
      return { scope, subject, ...boundsOf(window, at) };
    });
    const now = Math.max(...requests.map(({ at }) => at));
    const windows = await countAll(executor, { requests: parameters, now });
    const countOfWindow = new Map(windows.map((each) => [keyOf(each), each]));
    // The count of a window is that of its last request.
    return requests
      .toReversed()
      .map(({ window }) => {
        const last = countOfWindow.get(keyOf(window));
        if (last === undefined) throw new Error(`the database returned no count for the rate window ${keyOf(window)}`);
        countOfWindow.set(keyOf(window), { ...last, count: last.count - 1 });
        return last;
      })
      .reverse();
  };
}

/**
 * Counts a request unless the window already has `limit` requests. The count is exact across replicas, because a single
 * statement checks and updates it.
 */
export async function acquireFromWindow(
  sql: Executor,
  window: RateWindow & { readonly limit: number },
  now: number,
): Promise<WindowAcquisition> {
  const bounds = boundsOf(window, now);
  const rejected = { acquired: false, count: window.limit, resetsAt: bounds.endsAt };
  if (window.limit < 1) return { ...rejected, count: 0 };
  const acquisition = await acquire(sql, { ...window, ...bounds, now });
  return acquisition === undefined ? rejected : { acquired: true, ...acquisition };
}

/** Releases a request that was counted at `countedAt`; does nothing after the end of the window. */
export async function releaseFromWindow(sql: Executor, window: RateWindow, countedAt: number): Promise<void> {
  await release(sql, { ...window, ...boundsOf(window, countedAt) });
}

/** Returns the current windows of these scopes, highest count first. `now` is in Unix epoch seconds. */
export const readWindows = fetchRows({ scopes: array(text), now: float8, limit: integer }, ({ scopes, now, limit }) =>
  rawQuery(
    { scope: rateWindow.scope, subject: rateWindow.subject, count: rateWindow.count, resetsAt: rateWindow.endsAt },
    (columns) => sql`select ${columns} from ${rateWindow}
        where ${rateWindow.scope} = any(${scopes}) and ${rateWindow.endsAt} > ${now} and not ${isMisdated(rateWindow.startsAt, now)}
        order by ${rateWindow.count} desc, ${rateWindow.scope}, ${rateWindow.subject} limit ${limit}`,
  ),
);

/** Maximum number of windows that one statement deletes. */
const sweepLimit = 10_000;
/**
 * Windows are deleted after five times their length, but at least ten minutes and at most an hour, because the clocks
 * of replicas differ.
 */
const [minRetentionSeconds, maxRetentionSeconds] = [600, 3600];

const sweep = fetchOne({ now: float8, limit: integer }, ({ now, limit }) => {
  const { startsAt, endsAt } = rateWindow;
  const [minimum, maximum] = [minRetentionSeconds, maxRetentionSeconds].map((seconds) => sql.raw(String(seconds)));
  const retention = sql`least(${maximum}, greatest(${minimum}, 5 * (${endsAt} - ${startsAt})))`;
  const isOld = sql`(${endsAt} + ${retention} < ${now} or ${isMisdated(startsAt, now)})`;
  return rawQuery(
    { deleted: cast(integer, sql`count(*)`) },
    (columns) => sql`with deleted as (
        delete from ${rateWindow} where ctid = any(array(select ctid from ${rateWindow} where ${isOld} limit ${limit}))
          and ${isOld} returning 1
      ) select ${columns} from deleted`,
  );
});

/**
 * Removes windows some time after they have ended, such as those of a minute after ten minutes, and those that were
 * stored while a clock was wrong.
 */
export function sweepRateWindowsJob(options: { database: Database; clock: Clock }): JobDefinition {
  const { database, clock } = options;
  return {
    name: 'platform.sweep-rate-windows',
    cron: '*/5 * * * *',
    async run(_, signal) {
      const now = clock.now() / 1000;
      for (let deleted = sweepLimit; deleted === sweepLimit && !signal?.aborted; )
        ({ deleted } = await database.guard((sql) => sweep(sql, { now, limit: sweepLimit })));
    },
  };
}

function keyOf({ scope, subject }: Pick<RateWindow, 'scope' | 'subject'>): string {
  return `${scope} ${subject}`;
}

function boundsOf({ seconds }: RateWindow, now: number): WindowBounds {
  const startsAt = Math.floor(now / seconds) * seconds;
  return { startsAt, endsAt: startsAt + seconds };
}
