import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  boolean,
  cast,
  enumeration,
  execute,
  fetchRow,
  float8,
  hasRow,
  insertInto,
  integer,
  queryBuilder,
  type RowOf,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { dayMs } from '../../../../platform/durations.js';
import { account, credentialMail, credentialMailKindType, credentialToken, knownSource } from '../tables.js';
import { AccountStatus } from '../vocabulary.js';

/** The password hash of the account whose lower-case username is `usernameKey`. */
export const selectPasswordHash = fetchRow({ usernameKey: text, source: text }, ({ usernameKey, source }) =>
  queryBuilder
    .select({
      ...{ accountId: account.id, passwordHash: account.passwordHash },
      /** Whether the source of the request has sent the correct password before. */
      isKnownSource: cast(
        boolean,
        sql`exists (select 1 from ${knownSource} where known_source.account_id = account.id and source = ${source})`,
      ),
      isApproved: cast(boolean, sql`${account.status} = ${AccountStatus.APPROVED}`),
    })
    .from(account)
    .where(eq(account.usernameKey, usernameKey)),
);

export type PasswordHashRow = RowOf<typeof selectPasswordHash>;

export const updatePasswordHash = execute(
  { accountId: uuid, passwordHash: text },
  ({ accountId, passwordHash }) => sql`update ${account} set password_hash = ${passwordHash} where id = ${accountId}`,
);

/** Replaces the hash of an unchanged password; does nothing if the password was changed in the meantime. */
export const replaceHash = execute(
  { accountId: uuid, before: text, after: text },
  ({ accountId, before, after }) => sql`update ${account} set password_hash = ${after}
    where id = ${accountId} and password_hash = ${before}`,
);

const upsertSource = hasRow(
  { accountId: uuid, source: text, lastSucceededAt: float8 },
  (added) =>
    sql`${insertInto(knownSource, added)}
    on conflict (account_id, source) do update set last_succeeded_at = excluded.last_succeeded_at
    where known_source.last_succeeded_at < excluded.last_succeeded_at - ${dayMs} returning source`,
);

const deleteSurplusSources = execute(
  { accountId: uuid, limit: integer },
  ({ accountId, limit }) => sql`delete from ${knownSource} where account_id = ${accountId} and source in (
      select source from ${knownSource} where account_id = ${accountId}
      order by last_succeeded_at desc, source offset ${limit}
    )`,
);

/**
 * Records a source that sent the correct password, at most once per day, and then deletes all but the `limit` latest
 * sources of the account.
 */
export async function recordKnownSource(
  executor: Executor,
  query: { accountId: string; source: string; lastSucceededAt: number; limit: number },
): Promise<void> {
  if (await upsertSource(executor, query)) await deleteSurplusSources(executor, query);
}

/** Deletes the known sources of an account after a change of its password. */
export const deleteSources = execute(
  { accountId: uuid },
  ({ accountId }) => sql`delete from ${knownSource} where account_id = ${accountId}`,
);

export const deleteOldSources = execute(
  { before: float8 },
  ({ before }) => sql`delete from ${knownSource} where last_succeeded_at < ${before}`,
);

/** Adds a token to an email; tokens of earlier attempts to send the email remain valid. */
export const addToken = execute({ hash: text, mailId: uuid, expiresAt: float8 }, (added) =>
  insertInto(credentialToken, added),
);

/** Removes a token that was never sent. */
export const removeToken = execute(
  { hash: text },
  ({ hash }) => sql`delete from ${credentialToken} where hash = ${hash}`,
);

const kind = enumeration(credentialMailKindType);
const { id, username, email } = account;

/** The account that a valid token of this kind belongs to. */
export const selectTokenAccount = fetchRow({ hash: text, kind, now: float8 }, ({ hash, kind, now }) =>
  rawQuery(
    { id, username, email },
    (columns) => sql`select ${columns} from ${credentialToken}
      join ${credentialMail} on credential_mail.id = credential_token.mail_id
      join ${account} on account.id = credential_mail.account_id
      where credential_token.hash = ${hash} and credential_token.expires_at > ${now}
        and credential_mail.kind = ${kind} and account.status in ('pending', 'approved')`,
  ),
);

/** Consumes a token; returns true for exactly one of several concurrent calls. */
export const consumeToken = hasRow(
  { hash: text, now: float8 },
  ({ hash, now }) => sql`delete from ${credentialToken} where hash = ${hash} and expires_at > ${now} returning hash`,
);

/** Deletes all tokens of one kind that belong to an account. */
export const deleteTokensOfAccount = execute(
  { accountId: uuid, kind },
  ({ accountId, kind }) => sql`delete from ${credentialToken} using ${credentialMail}
    where credential_mail.id = credential_token.mail_id and credential_mail.account_id = ${accountId}
      and credential_mail.kind = ${kind}`,
);

/** Deletes tokens that expired before this time. */
export const deleteOldTokens = execute(
  { before: float8 },
  ({ before }) => sql`delete from ${credentialToken} where expires_at < ${before}`,
);
