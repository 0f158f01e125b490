import { type Executor, runStatement } from '../../../../platform/database/index.js';
import { type AccountRow, selectAccount } from './accounts.js';

/** What a password is checked with. */
export interface PasswordRow {
  readonly accountId: string;
  readonly passwordHash: string;
  /** Whether the password was right before from where the request comes. */
  readonly isKnownSource: boolean;
  readonly isApproved: boolean;
}

/** The password of the account of this name, in lower case. */
export async function selectPassword(
  sql: Executor,
  { usernameKey, source }: { usernameKey: string; source: string },
): Promise<PasswordRow | undefined> {
  const [row] = await runStatement<PasswordRow>(
    sql,
    `select account.id as "accountId", account.password_hash as "passwordHash",
      account.status = 'approved' as "isApproved", exists (
      select 1 from zones.known_source where known_source.account_id = account.id and known_source.source = $2
    ) as "isKnownSource"
    from zones.account where account.username_key = $1`,
    [usernameKey, source],
  );
  return row;
}

/**
 * The account, locked for the rest of the transaction, if its password is still the one with this hash: whoever was checked
 * before a change of the password does nothing after it.
 */
export async function lockAccountWithPassword(
  sql: Executor,
  { accountId, passwordHash }: { accountId: string; passwordHash: string },
): Promise<AccountRow | undefined> {
  const locked = await runStatement<{ id: string }>(
    sql,
    'select id from zones.account where id = $1::uuid and password_hash = $2 for no key update',
    [accountId, passwordHash],
  );
  // A second statement, so that it sees what the one before us has left.
  return locked[0] === undefined ? undefined : await selectAccount(sql, accountId);
}

export async function updatePassword(
  sql: Executor,
  { accountId, passwordHash }: { accountId: string; passwordHash: string },
): Promise<void> {
  await runStatement(sql, 'update zones.account set password_hash = $2 where id = $1::uuid', [accountId, passwordHash]);
}

/** The same password, hashed anew; nothing happens when it was changed meanwhile. */
export async function replaceHash(
  sql: Executor,
  { accountId, before, after }: { accountId: string; before: string; after: string },
): Promise<void> {
  const text = 'update zones.account set password_hash = $3 where id = $1::uuid and password_hash = $2';
  await runStatement(sql, text, [accountId, before, after]);
}

export async function markEmailConfirmed(sql: Executor, accountId: string): Promise<void> {
  await runStatement(sql, 'update zones.account set email_confirmed = true where id = $1::uuid', [accountId]);
}

/** Remembers that the password was right from there, to the day, and forgets all but the `limit` latest such sources. */
export async function rememberSource(
  sql: Executor,
  query: { accountId: string; source: string; now: number; limit: number },
): Promise<void> {
  const day = 86_400_000;
  const written = await runStatement(
    sql,
    `insert into zones.known_source as known (account_id, source, last_succeeded_at)
    values ($1::uuid, $2, $3::float8)
    on conflict (account_id, source) do update set last_succeeded_at = excluded.last_succeeded_at
    where known.last_succeeded_at < excluded.last_succeeded_at - ${day} returning source`,
    [query.accountId, query.source, query.now],
  );
  if (written.length === 0) return;
  await runStatement(
    sql,
    `delete from zones.known_source where account_id = $1::uuid and source in (
      select source from zones.known_source where account_id = $1::uuid
      order by last_succeeded_at desc, source offset $2::int
    )`,
    [query.accountId, query.limit],
  );
}

/** Forgets from where the password was right: it is another one now. */
export async function forgetSources(sql: Executor, accountId: string): Promise<void> {
  await runStatement(sql, 'delete from zones.known_source where account_id = $1::uuid', [accountId]);
}

export async function deleteOldSources(sql: Executor, before: number): Promise<void> {
  await runStatement(sql, 'delete from zones.known_source where last_succeeded_at < $1::float8', [before]);
}
