import type { Clock } from './clock.js';
import { type Database, type Executor, runStatement } from './database/index.js';
import type { JobDefinition } from './jobs.js';

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

// A clock that is behind another replica's counts in the newer window. Every parameter is cast: each has one type.
const newerWindow = 'w.starts_at < excluded.starts_at';
const upsert = `
  insert into platform.rate_window as w (scope, subject, starts_at, ends_at, count)
  values ($1::text, $2::text, $3::float8, $4::float8, 1)
  on conflict (scope, subject) do update set
    count = case when ${newerWindow} then 1 else w.count + 1 end,
    starts_at = greatest(w.starts_at, excluded.starts_at),
    ends_at = greatest(w.ends_at, excluded.ends_at)`;
const returned = 'returning w.count, w.ends_at as "resetsAt"';

const countText = `${upsert} ${returned}`;
const takeText = `${upsert} where ${newerWindow} or w.count < $5::int ${returned}`;
const giveBackText = `
  update platform.rate_window set count = count - 1
  where scope = $1::text and subject = $2::text and starts_at = $3::float8 and count > 0`;

const currentText = `
  select scope, subject, count, ends_at as "resetsAt" from platform.rate_window
  where scope = any($1::text[]) and ends_at > $2::float8 order by count desc, scope, subject limit $3::int`;

/** Counts a request, also beyond any limit. Exact over all replicas: one statement. `now` is in epoch seconds. */
export async function countInWindow(sql: Executor, window: RateWindow, now: number): Promise<WindowCount> {
  const { startsAt, endsAt } = boundsOf(window, now);
  const [row] = await runStatement<WindowCount>(sql, countText, [window.scope, window.subject, startsAt, endsAt]);
  return row ?? { count: 1, resetsAt: endsAt }; // An upsert without a condition returns its row.
}

/** Counts a request unless `limit` of them were counted in this window. Exact over all replicas: one statement. */
export async function takeFromWindow(
  sql: Executor,
  window: RateWindow & { readonly limit: number },
  now: number,
): Promise<WindowTake> {
  const { startsAt, endsAt } = boundsOf(window, now);
  if (window.limit < 1) return { taken: false, count: 0, resetsAt: endsAt };
  const values = [window.scope, window.subject, startsAt, endsAt, window.limit];
  const [row] = await runStatement<WindowCount>(sql, takeText, values);
  return row === undefined ? { taken: false, count: window.limit, resetsAt: endsAt } : { taken: true, ...row };
}

/** Takes one request back that was counted at the time `countedAt`; nothing happens once its window is over. */
export async function giveBackToWindow(sql: Executor, window: RateWindow, countedAt: number): Promise<void> {
  await runStatement(sql, giveBackText, [window.scope, window.subject, boundsOf(window, countedAt).startsAt]);
}

export interface CurrentWindow extends WindowCount {
  readonly scope: string;
  readonly subject: string;
}

/** The windows of these scopes that are under way, the greatest count first. `now` is in epoch seconds. */
export async function readWindows(
  sql: Executor,
  query: { readonly scopes: readonly string[]; readonly now: number; readonly limit: number },
): Promise<CurrentWindow[]> {
  return await runStatement(sql, currentText, [query.scopes, query.now, query.limit]);
}

/** Removes windows that ended an hour ago and longer. */
export function sweepRateWindows(options: { database: Database; clock: Clock }): JobDefinition {
  const { database, clock } = options;
  return {
    name: 'platform.sweep-rate-windows',
    cron: '17 * * * *',
    async run() {
      const before = clock.now() / 1000 - 3600;
      await database.guard((sql) => sql`delete from platform.rate_window where ends_at < ${before}`);
    },
  };
}

function boundsOf({ seconds }: RateWindow, now: number): { startsAt: number; endsAt: number } {
  const startsAt = Math.floor(now / seconds) * seconds;
  return { startsAt, endsAt: startsAt + seconds };
}
