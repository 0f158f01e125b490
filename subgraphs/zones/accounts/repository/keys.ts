import { type Executor, runStatement } from '../../../../platform/database/index.js';

/** A key as it is listed, never the key itself. Times are in milliseconds since the Unix epoch. */
export interface KeyRow {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
}

const columns = `id, account_id as "accountId", name, prefix, created_at as "createdAt", expires_at as "expiresAt",
  last_used_at as "lastUsedAt"`;

/** The keys of these accounts that are neither revoked nor expired, by name. */
export async function selectActiveKeys(
  sql: Executor,
  query: { accountIds: readonly string[]; now: number },
): Promise<KeyRow[]> {
  return await runStatement(
    sql,
    `select ${columns} from zones.api_key
    where account_id = any($1::uuid[]) and revoked_at is null and expires_at > $2::float8 order by name, id`,
    [query.accountIds, query.now],
  );
}

/** Adds a key without a secret. The caller has locked the account and seen that the name is free. */
export async function insertKey(
  sql: Executor,
  key: { accountId: string; name: string; prefix: string; createdAt: number; expiresAt: number },
): Promise<string> {
  const [row] = await runStatement<{ id: string }>(
    sql,
    `insert into zones.api_key (account_id, name, prefix, created_at, expires_at)
    values ($1::uuid, $2, $3, $4::float8, $5::float8) returning id`,
    [key.accountId, key.name, key.prefix, key.createdAt, key.expiresAt],
  );
  return row?.id ?? ''; // An insert without a condition returns its row.
}

/** Makes a secret good for a key, beside those that are; it is shown by its prefix from now on. */
export async function addSecret(sql: Executor, secret: { keyId: string; hash: string; prefix: string }): Promise<void> {
  await runStatement(
    sql,
    `with shown as (update zones.api_key set prefix = $3 where id = $1::uuid)
    insert into zones.api_key_secret (key_id, hash) values ($1::uuid, $2)`,
    [secret.keyId, secret.hash, secret.prefix],
  );
}

/** Takes a secret back that nobody can have got. */
export async function removeSecret(sql: Executor, hash: string): Promise<void> {
  await runStatement(sql, 'delete from zones.api_key_secret where hash = $1', [hash]);
}

/** Revokes the account's active key of this name. */
export async function revokeKey(
  sql: Executor,
  query: { accountId: string; name: string; now: number },
): Promise<KeyRow | undefined> {
  const [row] = await runStatement<KeyRow>(
    sql,
    `update zones.api_key set revoked_at = $3::float8
    where account_id = $1::uuid and name = $2 and revoked_at is null and expires_at > $3::float8 returning ${columns}`,
    [query.accountId, query.name, query.now],
  );
  return row;
}

export interface BearerRow {
  readonly accountId: string;
  readonly username: string;
  readonly keyId: string;
  readonly lastUsedAt: number | null;
}

/** Who bears the secret with this hash: a key in force, of an approved account. */
export async function selectBearer(
  sql: Executor,
  query: { hash: string; now: number },
): Promise<BearerRow | undefined> {
  const [row] = await runStatement<BearerRow>(
    sql,
    `select account.id as "accountId", account.username, api_key.id as "keyId", api_key.last_used_at as "lastUsedAt"
    from zones.api_key_secret
    join zones.api_key on api_key.id = api_key_secret.key_id
    join zones.account on account.id = api_key.account_id
    where api_key_secret.hash = $1 and api_key.revoked_at is null and api_key.expires_at > $2::float8
      and account.status = 'approved'`,
    [query.hash, query.now],
  );
  return row;
}

/** Notes that a key was used, unless that was noted after `before`. */
export async function touchKey(sql: Executor, query: { keyId: string; now: number; before: number }): Promise<void> {
  await runStatement(
    sql,
    `update zones.api_key set last_used_at = $2::float8
    where id = $1::uuid and (last_used_at is null or last_used_at <= $3::float8)`,
    [query.keyId, query.now, query.before],
  );
}

/** Removes keys that have been of no use since `before`. */
export async function deleteOldKeys(sql: Executor, before: number): Promise<void> {
  await runStatement(sql, 'delete from zones.api_key where least(expires_at, revoked_at) < $1::float8', [before]);
}

/** Revokes all active keys of an account and returns their names. */
export async function revokeAllKeys(
  sql: Executor,
  { accountId, now }: { accountId: string; now: number },
): Promise<string[]> {
  const rows = await runStatement<{ name: string }>(
    sql,
    `update zones.api_key set revoked_at = $2::float8
    where account_id = $1::uuid and revoked_at is null and expires_at > $2::float8 returning name`,
    [accountId, now],
  );
  return rows.map(({ name }) => name);
}
