import { and, gt, isNull, sql } from 'drizzle-orm';
import {
  array,
  execute,
  fetchOne,
  fetchRows,
  float8,
  hasRow,
  insertInto,
  queryBuilder,
  type RowOfSelection,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { dateOf } from '../../tables.js';
import { apiKey, apiKeySecret } from '../tables.js';

const { id, accountId, name, prefix } = apiKey;
const selection = {
  ...{ id, accountId, name, prefix },
  createdAt: dateOf(apiKey.createdAt),
  expiresAt: dateOf(apiKey.expiresAt),
  lastUsedAt: dateOf(apiKey.lastUsedAt),
};

/** An API key as shown in lists, without its secret. */
export type KeyRecord = RowOfSelection<typeof selection>;

/** The active keys of these accounts (neither revoked nor expired), ordered by name. */
export const selectActiveKeys = fetchRows({ accountIds: array(uuid), now: float8 }, (parameters) =>
  queryBuilder
    .select(selection)
    .from(apiKey)
    .where(
      and(
        sql`${accountId} = any(${parameters.accountIds})`,
        isNull(apiKey.revokedAt),
        gt(apiKey.expiresAt, parameters.now),
      ),
    )
    .orderBy(name, id),
);

/** Adds a key without a secret. The caller has locked the account and checked that the name is free. */
export const insertKey = fetchOne(
  { accountId: uuid, name: text, prefix: text, createdAt: float8, expiresAt: float8 },
  (added) => rawQuery({ id }, (columns) => sql`${insertInto(apiKey, added)} returning ${columns}`),
);

/** Adds a secret to a key, whose earlier secrets remain valid. Lists then show the prefix of the new secret. */
export const addSecret = execute(
  { keyId: uuid, hash: text, prefix: text },
  ({ keyId, hash, prefix }) => sql`with shown as (update ${apiKey} set prefix = ${prefix} where id = ${keyId})
    ${insertInto(apiKeySecret, { keyId, hash })}`,
);

/** Removes a secret that was never sent. */
export const removeSecret = execute(
  { hash: text },
  ({ hash }) => sql`delete from ${apiKeySecret} where hash = ${hash}`,
);

/** Revokes an account's active key with this name. */
export const revokeKey = hasRow(
  { accountId: uuid, name: text, now: float8 },
  (parameters) =>
    sql`update ${apiKey} set revoked_at = ${parameters.now}
      where account_id = ${parameters.accountId} and name = ${parameters.name} and revoked_at is null and expires_at > ${parameters.now} returning id`,
);

/** Revokes all active keys of an account and returns their names. */
export const revokeAllKeys = fetchRows({ accountId: uuid, now: float8 }, (parameters) =>
  rawQuery(
    { name },
    (columns) => sql`update ${apiKey} set revoked_at = ${parameters.now}
      where account_id = ${parameters.accountId} and revoked_at is null and expires_at > ${parameters.now} returning ${columns}`,
  ),
);

/** Deletes keys that were revoked or expired before this time. */
export const deleteOldKeys = execute(
  { before: float8 },
  ({ before }) => sql`delete from ${apiKey} where least(expires_at, revoked_at) < ${before}`,
);
