import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { OperatorToken } from '../../platform/access.js';
import {
  array,
  cast,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasRow,
  insertInto,
  nullable,
  queryBuilder,
  type RowOfSelection,
  rawQuery,
  statement,
  text,
} from '../../platform/database/statements/index.js';
import { operatorTokens, session } from '../tables.js';

const { id, name, prefix, role, tenantId, createdAt, expiresAt, revokedAt } = operatorTokens;

/**
 * SQL expression for the tenants of a token; null: all tenants. The column `tenants` is null for a single tenant, which
 * is in `tenant_id`.
 */
export const tokenTenants = sql`coalesce(${operatorTokens.tenants},
  case when ${tenantId} is not null then array[${tenantId}] end)`;

/** SQL expression for a time in milliseconds since the Unix epoch, independent of the settings of the driver. */
export function millisecondsOf(column: PgColumn) {
  return sql`(extract(epoch from ${column}) * 1000)::float8`;
}

/** The columns of a token, without its hash. */
export const columnsOfToken = {
  ...{ id, name, prefix, role, tenantId },
  tenants: cast(nullable(array(text)), tokenTenants),
  createdAt: cast(float8, millisecondsOf(createdAt)),
  expiresAt: cast(nullable(float8), millisecondsOf(expiresAt)),
  revokedAt: cast(nullable(float8), millisecondsOf(revokedAt)),
};

/** A row of a token; its times are in milliseconds since the Unix epoch. */
type TokenRow = RowOfSelection<typeof columnsOfToken>;

/**
 * Expiration times of the unrevoked tokens in milliseconds since the Unix epoch, earliest first; null: never expires.
 */
export const selectTokenExpirations = fetchRows(
  statement({}, () =>
    queryBuilder
      .select({ name, expiresAt: columnsOfToken.expiresAt })
      .from(operatorTokens)
      .where(sql`${revokedAt} is null`)
      .orderBy(expiresAt, name),
  ),
);

/** Inserts a token. Times are ISO 8601 strings. */
export const insertToken = fetchOne(
  statement(
    {
      ...{ name: text, prefix: text, hash: text, role: text, tenantId: nullable(text), tenants: nullable(array(text)) },
      ...{ createdAt: text, expiresAt: nullable(text) },
    },
    (values) => {
      const times = {
        createdAt: sql`${values.createdAt}::timestamptz`,
        expiresAt: sql`${values.expiresAt}::timestamptz`,
      };
      const insert = insertInto(operatorTokens, { ...values, ...times });
      return rawQuery(columnsOfToken, (columns) => sql`${insert} returning ${columns}`);
    },
  ),
);

/** All tokens, newest first. */
export const selectTokens = fetchRows(
  statement({}, () => queryBuilder.select(columnsOfToken).from(operatorTokens).orderBy(sql`${createdAt} desc`, id)),
);

/** The unrevoked token with this hash. */
export const selectByHash = fetchRow(
  statement({ hash: text }, ({ hash }) =>
    queryBuilder
      .select(columnsOfToken)
      .from(operatorTokens)
      .where(sql`${operatorTokens.hash} = ${hash} and ${revokedAt} is null`),
  ),
);

/** SQL condition: a token is neither revoked nor expired at a time in milliseconds since the Unix epoch. */
export function isActiveAt(now: SQL): SQL {
  return sql`${revokedAt} is null and (${expiresAt} is null or ${millisecondsOf(expiresAt)} > ${now})`;
}

/** Whether the token with this id is neither revoked nor expired at a time in milliseconds since the Unix epoch. */
export const isTokenActive = hasRow(
  statement({ id: text, now: float8 }, (args) =>
    queryBuilder
      .select({ id })
      .from(operatorTokens)
      .where(sql`${id}::text = ${args.id} and ${isActiveAt(args.now)}`),
  ),
);

/** Revokes the token with this id or, if no token ever had this id, the unrevoked token with this name. */
export const revokeToken = fetchRow(
  statement({ nameOrId: text, at: text }, ({ nameOrId, at }) =>
    rawQuery(
      columnsOfToken,
      (columns) => sql`update ${operatorTokens} set revoked_at = ${at}::timestamptz
        where revoked_at is null and id = (
          select id from ${operatorTokens}
          where id::text = ${nameOrId} or (revoked_at is null and name = ${nameOrId})
          order by id::text = ${nameOrId} desc limit 1)
        returning ${columns}`,
    ),
  ),
);

/**
 * Changes the expiration of an unrevoked token, and ends its sessions no later than the token. Returns the row with the
 * previous time as `before`, or no row if there is no such token.
 * @param args.endsAt the new time in milliseconds since the Unix epoch; null: the token never expires
 */
export const changeExpiration = fetchRow(
  statement({ idOrName: text, endsAt: nullable(float8) }, ({ idOrName, endsAt }) =>
    rawQuery(
      { ...columnsOfToken, before: cast(nullable(float8), sql`(extract(epoch from until) * 1000)::float8`) },
      (columns) => sql`with previous as (
        select id as token, expires_at as until from ${operatorTokens}
        where revoked_at is null and id = (
          select id from ${operatorTokens}
          where id::text = ${idOrName} or (revoked_at is null and name = ${idOrName})
          order by id::text = ${idOrName} desc limit 1)
        for update
      ), ended as (
        update ${session} set expires_at = least(expires_at, ${endsAt})
        where token_id in (select token from previous)
      )
      update ${operatorTokens} set expires_at = to_timestamp(${endsAt} / 1000) from previous where id = token returning ${columns}`,
    ),
  ),
);

/** The properties of a token for the audit log; excludes the token itself and its hash. */
export function auditableToken({
  name,
  prefix,
  role,
  tenants,
  expiresAt,
}: Pick<TokenRow, 'name' | 'prefix' | 'role' | 'tenants' | 'expiresAt'>) {
  return { name, prefix, role, tenants, expiresAt: expiresAt === null ? null : timestamp(expiresAt) };
}

export function tokenOf(row: TokenRow): OperatorToken {
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
    revokedAt: row.revokedAt === null ? null : new Date(row.revokedAt),
  };
}

export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
