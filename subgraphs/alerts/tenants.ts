import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  array,
  encodedFrom,
  nullable,
  optional,
  text,
  type ValueType,
} from '../../platform/database/statements/index.js';

/** The tenants to which a statement is restricted; null: all tenants. An empty list matches nothing. */
export type Tenants = readonly string[] | null;

/** A query that is restricted to tenants. */
export interface TenantFilter {
  readonly tenants: Tenants;
}

/** The only tenant of a list; null for several, and for all. */
export function onlyTenant(tenants: Tenants): string | null {
  const [only = null, ...others] = tenants ?? [];
  return others.length === 0 ? only : null;
}

/** The part of a restriction that determines the text of a statement. */
export function tenantsShape({ tenants }: TenantFilter): string {
  if (tenants === null) return 'all';
  return tenants.length === 1 ? 'one' : 'several';
}

/** The type of tenants as a parameter. With a single tenant, the order of an index after this column can be used. */
export function tenantsType(tenants: Tenants | undefined): ValueType<string[]> {
  return tenants?.length === 1 ? encodedFrom(text, ([only]: string[]) => only as string) : array(text); // There is exactly one.
}

/** The type of the parameter of a restriction; empty without one. */
export function tenantTypes({ tenants }: TenantFilter) {
  return { tenants: optional(nullable(tenantsType(tenants))) };
}

/** Whether a column has one of the tenants, which are a parameter of {@link tenantsType}. */
export function matchesTenants(column: AnyPgColumn | SQL, tenants: readonly string[], parameters: SQL): SQL {
  return tenants.length === 1 ? sql`${column} = ${parameters}` : sql`${column} = any(${parameters})`;
}

/** Restricts a statement to the tenants of the caller, if the caller is restricted. */
export function restrictToTenants(
  { tenantId: column }: { readonly tenantId: AnyPgColumn },
  { tenants }: TenantFilter,
  parameters: { readonly tenants: SQL },
): SQL {
  return tenants === null ? sql`` : sql`and ${matchesTenants(column, tenants, parameters.tenants)}`;
}
