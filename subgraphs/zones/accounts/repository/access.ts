import { eq, type SQL, sql } from 'drizzle-orm';
import {
  cast,
  execute,
  fetchRow,
  float8,
  integer,
  queryBuilder,
  type RowOf,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { account, apiKey, apiKeySecret, subscription } from '../tables.js';
import { AccountStatus } from '../vocabulary.js';

// The lookup of every authenticated request.

/**
 * The API key whose secret has this hash, and its account; no row unless the key is active and the account is approved.
 */
export const selectBearer = fetchRow({ hash: text, now: float8 }, ({ hash, now }) =>
  rawQuery(
    { accountId: account.id, username: account.username, keyId: apiKey.id, lastUsedAt: apiKey.lastUsedAt },
    (columns) => sql`select ${columns} from ${apiKeySecret}
    join ${apiKey} on api_key.id = api_key_secret.key_id
    join ${account} on account.id = api_key.account_id
    where api_key_secret.hash = ${hash} and api_key.revoked_at is null and api_key.expires_at > ${now}
      and account.status = ${AccountStatus.APPROVED}`,
  ),
);

export type BearerRow = RowOf<typeof selectBearer>;

/** Records when a key was used, unless its recorded last use is after `before`. */
export const recordKeyUse = execute(
  { keyId: uuid, now: float8, before: float8 },
  ({ keyId, now, before }) => sql`update ${apiKey} set last_used_at = ${now}
    where id = ${keyId} and (last_used_at is null or last_used_at <= ${before})`,
);

/** The status and the subscription of an account; the subscription is null before the first approval. */
export const selectAccess = fetchRow({ accountId: uuid }, ({ accountId }) => {
  const { tier, startedAt, expiresAt } = subscription;
  return queryBuilder
    .select({ status: account.status, subscription: { tier, startedAt, expiresAt } })
    .from(account)
    .leftJoin(subscription, eq(subscription.accountId, account.id))
    .where(eq(account.id, accountId));
});

const windowTypes = { accountId: uuid, windowStartsAt: float8 };
const currentWindowTypes = { ...windowTypes, latestStartsAt: float8 };

/**
 * Whether the stored window is not used any more: it is older than the current window, or begins after
 * `latestStartsAt`, because it was stored while a clock was wrong.
 */
function isOtherWindow({ windowStartsAt, latestStartsAt }: { windowStartsAt: SQL; latestStartsAt: SQL }): SQL {
  return sql`${subscription.windowStartsAt} not between ${windowStartsAt} and ${latestStartsAt}`;
}

/**
 * Counts one query in the window that begins at `windowStartsAt`, unless `limit` queries are already counted in it. If
 * a newer window is already stored, because the clock of this replica is behind, the query is counted in that one,
 * unless it begins after `latestStartsAt`. Returns the number of queries used in that window, including this one; no
 * row if the limit is reached.
 */
export const chargeQuota = fetchRow({ ...currentWindowTypes, limit: integer }, ({ accountId, limit, ...window }) =>
  rawQuery(
    { used: subscription.used },
    (columns) => sql`update ${subscription} set
      used = case when ${isOtherWindow(window)} then 1 else used + 1 end,
      window_starts_at = case when ${isOtherWindow(window)} then ${window.windowStartsAt} else window_starts_at end
    where account_id = ${accountId} and (${isOtherWindow(window)} or used < ${limit})
    returning ${columns}`,
  ),
);

/** Refunds one query, if the window that begins at `windowStartsAt` is still the current one. */
export const refundQuota = execute(
  windowTypes,
  ({ accountId, windowStartsAt }) => sql`update ${subscription} set used = used - 1
    where account_id = ${accountId} and window_starts_at = ${windowStartsAt} and used > 0`,
);

/**
 * The number of queries used in the window that begins at `windowStartsAt`, or in the stored window if that is newer
 * and does not begin after `latestStartsAt`.
 */
export const selectUsedQueries = fetchRow(currentWindowTypes, ({ accountId, ...window }) => {
  const { used } = subscription;
  return queryBuilder
    .select({ used: cast(integer, sql`case when ${isOtherWindow(window)} then 0 else ${used} end`) })
    .from(subscription)
    .where(eq(subscription.accountId, accountId));
});
