import type { OperatorToken } from '../../platform/access.js';
import type { Database, Executor } from '../../platform/database/index.js';

/** When the tokens expire that were not revoked, in milliseconds since the Unix epoch, the first first; null: never. */
export async function expiriesOfTokens(sql: Database['sql']): Promise<{ name: string; expiresAt: number | null }[]> {
  return await sql<{ name: string; expiresAt: number | null }[]>`
    select name, (extract(epoch from expires_at) * 1000)::float8 as "expiresAt" from gateway.operator_tokens
    where revoked_at is null order by expires_at, name`;
}

/** A row with its times in milliseconds since the Unix epoch, which no driver's settings change on their way. */
export interface TokenRow extends Omit<OperatorToken, 'createdAt' | 'expiresAt' | 'revokedAt'> {
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** Excludes the token and its hash. */
export function auditedToken({
  name,
  prefix,
  role,
  tenants,
  expiresAt,
}: Pick<TokenRow, 'name' | 'prefix' | 'role' | 'tenants' | 'expiresAt'>) {
  return { name, prefix, role, tenants, expiresAt: expiresAt === null ? null : timestamp(expiresAt) };
}

export function columns(sql: Executor) {
  return sql`id, name, prefix, role, tenant_id as "tenantId",
    coalesce(tenants, case when tenant_id is not null then array[tenant_id] end) as "tenants",
    (extract(epoch from created_at) * 1000)::float8 as "createdAt",
    (extract(epoch from expires_at) * 1000)::float8 as "expiresAt",
    (extract(epoch from revoked_at) * 1000)::float8 as "revokedAt"`;
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

/**
 * Changes when a token that is not revoked expires, and ends its sessions with it at the latest. The row has the
 * previous time as `before`; undefined when there is no such token.
 */
export async function changeExpiration(
  sql: Executor,
  { idOrName, expiresAt }: { idOrName: string; expiresAt: number | null },
): Promise<(TokenRow & { before: number | null }) | undefined> {
  const end = expiresAt === null ? null : timestamp(expiresAt);
  const [changed] = await sql<(TokenRow & { before: number | null })[]>`
    with previous as (
      select id as token, expires_at as until from gateway.operator_tokens
      where revoked_at is null and id = (
        select id from gateway.operator_tokens
        where id::text = ${idOrName} or (revoked_at is null and name = ${idOrName})
        order by id::text = ${idOrName} desc limit 1)
      for update
    ), ended as (
      update gateway.session set expires_at = least(expires_at, ${expiresAt}::float8)
      where token_id in (select token from previous)
    )
    update gateway.operator_tokens set expires_at = ${end} from previous where id = token
    returning ${columns(sql)}, (extract(epoch from until) * 1000)::float8 as before`;
  return changed;
}
