import { type Executor, runStatement } from '../../../../platform/database/index.js';
import type { AccountStatus, Tier } from '../vocabulary.js';

/** What decides about a request of an account. Times are in milliseconds since the Unix epoch. */
export interface AccessRow {
  readonly status: AccountStatus;
  readonly tier: Tier | null;
  readonly startedAt: number | null;
  readonly expiresAt: number | null;
}

export async function selectAccess(sql: Executor, accountId: string): Promise<AccessRow | undefined> {
  const [row] = await runStatement<AccessRow>(
    sql,
    `select account.status, subscription.tier, subscription.started_at as "startedAt",
      subscription.expires_at as "expiresAt"
    from zones.account left join zones.subscription on subscription.account_id = account.id
    where account.id = $1::uuid`,
    [accountId],
  );
  return row;
}

/** Sets the subscription. One that starts anew has its whole quota. */
export async function upsertSubscription(
  sql: Executor,
  subscription: { accountId: string; tier: Tier; startedAt: number; expiresAt: number },
): Promise<void> {
  const isNew = 'kept.tier <> excluded.tier or kept.started_at <> excluded.started_at';
  await runStatement(
    sql,
    `insert into zones.subscription as kept (account_id, tier, started_at, expires_at, window_starts_at)
    values ($1::uuid, $2::text::zones.tier, $3::float8, $4::float8, $3::float8)
    on conflict (account_id) do update set
      used = case when ${isNew} then 0 else kept.used end,
      window_starts_at = case when ${isNew} then excluded.window_starts_at else kept.window_starts_at end,
      tier = excluded.tier, started_at = excluded.started_at, expires_at = excluded.expires_at`,
    [subscription.accountId, subscription.tier, subscription.startedAt, subscription.expiresAt],
  );
}

/**
 * Counts one query in the window that begins at `windowStartsAt`, unless `limit` were counted in it. A replica whose clock
 * is behind counts in the newer window.
 * @returns the queries used in that window with this one; undefined when there is none left
 */
export async function reserveQuota(
  sql: Executor,
  query: { accountId: string; windowStartsAt: number; limit: number },
): Promise<number | undefined> {
  const [row] = await runStatement<{ used: number }>(
    sql,
    `update zones.subscription set
      used = case when window_starts_at < $2::float8 then 1 else used + 1 end,
      window_starts_at = greatest(window_starts_at, $2::float8)
    where account_id = $1::uuid and (window_starts_at < $2::float8 or used < $3::int)
    returning used`,
    [query.accountId, query.windowStartsAt, query.limit],
  );
  return row?.used;
}

/** Takes one query back, if its window still lasts. */
export async function releaseQuota(sql: Executor, query: { accountId: string; windowStartsAt: number }): Promise<void> {
  await runStatement(
    sql,
    `update zones.subscription set used = used - 1
    where account_id = $1::uuid and window_starts_at = $2::float8 and used > 0`,
    [query.accountId, query.windowStartsAt],
  );
}

/** What is used of the window that begins at `windowStartsAt`. */
export async function selectUsed(sql: Executor, query: { accountId: string; windowStartsAt: number }): Promise<number> {
  const [row] = await runStatement<{ used: number }>(
    sql,
    `select case when window_starts_at < $2::float8 then 0 else used end as used
    from zones.subscription where account_id = $1::uuid`,
    [query.accountId, query.windowStartsAt],
  );
  return row?.used ?? 0;
}
