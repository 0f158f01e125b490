import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Clock } from './clock.js';
import type { Database, Executor } from './database/index.js';
import {
  array,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  integer,
  type Placeholders,
  rows,
  statement,
  text,
} from './database/statements/index.js';
import type { JobDefinition } from './jobs.js';
import { rateWindow } from './tables.js';

/** Whose requests of which kind are counted, and in windows of which length. */
export interface RateWindow {
  /** Names the limit, for example `licenses.check-license`. A scope has one length of windows. */
  readonly scope: string;
  /** The subject of the limit: an address, an account. */
  readonly subject: string;
  /** Length of the window. Windows are fixed: they begin at multiples of it since the Unix epoch, days at midnight UTC. */
  readonly seconds: number;
}

export interface WindowCount {
  /** Requests of this window, this one included. */
  readonly count: number;
  /** Unix epoch seconds at which the next window begins. */
  readonly resetsAt: number;
}

export interface WindowTake extends WindowCount {
  /** False: the limit was reached before, and nothing was counted. */
  readonly taken: boolean;
}

const windowTypes = { scope: text, subject: text, startsAt: float8, endsAt: float8 };
const row = alias(rateWindow, 'w');
// A clock that is behind another replica's counts in the newer window.
const isNewer = sql`${row.startsAt} < excluded.starts_at`;

/** Counts a request where `condition` holds. */
function counted(given: Placeholders<typeof windowTypes>, condition: SQL) {
  return rows(
    { count: row.count, resetsAt: row.endsAt },
    (columns) => sql`insert into ${rateWindow} as w (scope, subject, starts_at, ends_at, count)
      values (${given.scope}, ${given.subject}, ${given.startsAt}, ${given.endsAt}, 1)
      on conflict (scope, subject) do update set count = case when ${isNewer} then 1 else ${row.count} + 1 end,
        starts_at = greatest(${row.startsAt}, excluded.starts_at), ends_at = greatest(${row.endsAt}, excluded.ends_at)
      where ${condition} returning ${columns}`,
  );
}

const count = fetchOne(statement(windowTypes, (given) => counted(given, sql`true`)));
const take = fetchRow(
  statement({ ...windowTypes, limit: integer }, (given) =>
    counted(given, sql`${isNewer} or ${row.count} < ${given.limit}`),
  ),
);
const giveBack = execute(
  statement(
    { scope: text, subject: text, startsAt: float8 },
    (given) => sql`update ${rateWindow} set count = count - 1
      where ${rateWindow.scope} = ${given.scope} and ${rateWindow.subject} = ${given.subject}
        and ${rateWindow.startsAt} = ${given.startsAt} and ${rateWindow.count} > 0`,
  ),
);

/** Counts a request, also beyond any limit. Exact over all replicas: one statement. `now` is in epoch seconds. */
export async function countInWindow(sql: Executor, window: RateWindow, now: number): Promise<WindowCount> {
  return await count(sql, { ...window, ...boundsOf(window, now) });
}

/** Counts a request unless `limit` of them were counted in this window. Exact over all replicas: one statement. */
export async function acquireFromWindow(
  sql: Executor,
  window: RateWindow & { readonly limit: number },
  now: number,
): Promise<WindowTake> {
  const bounds = boundsOf(window, now);
  const refused = { taken: false, count: window.limit, resetsAt: bounds.endsAt };
  if (window.limit < 1) return { ...refused, count: 0 };
  const counted = await take(sql, { ...window, ...bounds });
  return counted === undefined ? refused : { taken: true, ...counted };
}

/** Takes one request back that was counted at the time `countedAt`; nothing happens once its window is over. */
export async function releaseFromWindow(sql: Executor, window: RateWindow, countedAt: number): Promise<void> {
  await giveBack(sql, { ...window, ...boundsOf(window, countedAt) });
}

/** The windows of these scopes that are under way, the greatest count first. `now` is in epoch seconds. */
export const readWindows = fetchRows(
  statement({ scopes: array(text), now: float8, limit: integer }, ({ scopes, now, limit }) =>
    rows(
      { scope: rateWindow.scope, subject: rateWindow.subject, count: rateWindow.count, resetsAt: rateWindow.endsAt },
      (columns) => sql`select ${columns} from ${rateWindow}
        where ${rateWindow.scope} = any(${scopes}) and ${rateWindow.endsAt} > ${now}
        order by ${rateWindow.count} desc, ${rateWindow.scope}, ${rateWindow.subject} limit ${limit}`,
    ),
  ),
);

const sweep = execute(
  statement({ before: float8 }, ({ before }) => sql`delete from ${rateWindow} where ${rateWindow.endsAt} < ${before}`),
);

/** Removes windows that ended an hour ago and longer. */
export function sweepRateWindows(options: { database: Database; clock: Clock }): JobDefinition {
  const { database, clock } = options;
  return {
    name: 'platform.sweep-rate-windows',
    cron: '17 * * * *',
    async run() {
      const before = clock.now() / 1000 - 3600;
      await database.guard((sql) => sweep(sql, { before }));
    },
  };
}

function boundsOf({ seconds }: RateWindow, now: number): { startsAt: number; endsAt: number } {
  const startsAt = Math.floor(now / seconds) * seconds;
  return { startsAt, endsAt: startsAt + seconds };
}
