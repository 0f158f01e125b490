import { getTableColumns, sql } from 'drizzle-orm';
import { bigint, bytea, execute, fetchRow, rawQuery, text } from '../../../../platform/database/statements/index.js';
import { dayMs } from '../../../../platform/durations.js';
import { czdsAccount } from '../tables.js';

const account = { authUrl: text, username: text };

/** The state of an account; undefined before its first use. */
export const selectAccount = fetchRow(account, ({ authUrl, username }) =>
  rawQuery(
    getTableColumns(czdsAccount),
    (columns) => sql`select ${columns} from ${czdsAccount}
        where ${czdsAccount.authUrl} = ${authUrl} and ${czdsAccount.username} = ${username}`,
  ),
);

export type AccountRow = typeof czdsAccount.$inferSelect;

export const storeToken = execute(
  { ...account, sealedToken: bytea, tokenExpiresAt: bigint },
  (parameters) => sql`insert into ${czdsAccount} (auth_url, username, sealed_token, token_expires_at)
      values (${parameters.authUrl}, ${parameters.username}, ${parameters.sealedToken}, ${parameters.tokenExpiresAt})
      on conflict (auth_url, username) do update
        set sealed_token = excluded.sealed_token, token_expires_at = excluded.token_expires_at`,
);

/** Marks a token as unusable, unless another token has replaced it. */
export const discardToken = execute(
  { ...account, sealedToken: bytea },
  (
    parameters,
  ) => sql`update ${czdsAccount} set token_expires_at = null where ${czdsAccount.authUrl} = ${parameters.authUrl}
      and ${czdsAccount.username} = ${parameters.username} and ${czdsAccount.sealedToken} = ${parameters.sealedToken}`,
);

/** Maximum duration of a pause in milliseconds: a longer one is more likely a mistake of the service. */
export const maxPauseMs: number = dayMs;

/**
 * Stores the end of a pause, unless the end of a longer pause is stored. A stored end that is more than twice the
 * maximum pause away was recorded while the clock was ahead.
 */
export const storePause = execute(
  { ...account, notBefore: bigint },
  (parameters) => sql`insert into ${czdsAccount} (auth_url, username, not_before)
      values (${parameters.authUrl}, ${parameters.username}, ${parameters.notBefore})
      on conflict (auth_url, username) do update
        set not_before = case when ${czdsAccount.notBefore} > excluded.not_before + ${sql.raw(String(2 * maxPauseMs))}
          then excluded.not_before else greatest(${czdsAccount.notBefore}, excluded.not_before) end`,
);
