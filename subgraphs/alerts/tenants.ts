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

/** Tenants to which a query is restricted; null: all tenants. An empty list matches nothing. */
export type Tenants = readonly string[] | null;

/** A query that may be restricted to tenants. */
export interface TenantFilter {
  readonly tenants: Tenants;
}

/** The tenant of a list with a single tenant; null for several tenants or all tenants. */
export function onlyTenant(tenants: Tenants): string | null {
  const [onlyTenant = null, ...others] = tenants ?? [];
  return others.length === 0 ? onlyTenant : null;
}

/** The part of a tenant restriction that determines the SQL text of a statement. */
export function tenantsShape({ tenants }: TenantFilter): string {
  if (tenants === null) return 'all';
  return tenants.length === 1 ? 'one' : 'several';
}

/**
 * The parameter type for a list of tenants. A single tenant is compared by equality, so PostgreSQL can use the sort
 * order of an index after this column.
 */
export function tenantsType(tenants: Tenants | undefined): ValueType<string[]> {
  return tenants?.length === 1 ? encodedFrom(text, ([onlyTenant]: string[]) => onlyTenant as string) : array(text); // There is exactly one.
}

/** The parameter types of a tenant restriction; empty if there is no restriction. */
export function tenantTypes({ tenants }: TenantFilter) {
  return { tenants: optional(nullable(tenantsType(tenants))) };
}

/** Whether a column contains one of the tenants. `parameters` is a parameter with the type of {@link tenantsType}. */
export function matchesTenants(column: AnyPgColumn | SQL, tenants: readonly string[], parameters: SQL): SQL {
  return tenants.length === 1 ? sql`${column} = ${parameters}` : sql`${column} = any(${parameters})`;
}

/** Restricts a statement to tenants, unless the query includes all tenants. */
export function restrictToTenants(
  { tenantId: column }: { readonly tenantId: AnyPgColumn },
  { tenants }: TenantFilter,
  parameters: { readonly tenants: SQL },
): SQL {
  return tenants === null ? sql`` : sql`and ${matchesTenants(column, tenants, parameters.tenants)}`;
}
