import { and, eq, isNull, like, type SQL, sql } from 'drizzle-orm';
import { type Executor, likePattern } from '../../../../platform/database/index.js';
import {
  byShape,
  cast,
  encodedFrom,
  hasRow,
  integer,
  nullable,
  queryBuilder,
  rawQuery,
  run,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { alertTally, endpoint } from '../../tables.js';
import { matchesTenants, type TenantFilter, tenantsShape, tenantTypes } from '../../tenants.js';

interface NamesQuery extends TenantFilter {
  /** String that a name must contain, case-insensitive. */
  readonly part: string;
  /** Maximum number of names; null: no limit. */
  readonly first: number | null;
}

const types = { part: encodedFrom(text, likePattern), first: nullable(integer) };

/** Whether a tenant has or had alerts. */
export const tenantExists = hasRow({ name: text }, (parameters) =>
  queryBuilder
    .select({ name: alertTally.tenantId })
    .from(alertTally)
    .where(eq(alertTally.tenantId, parameters.name))
    .limit(1),
);

// A skip scan: the index is searched for the tenant after the previous one, so the other rows of a tenant are not read.
const tenants = statement(types, (parameters) => {
  const next = (after: SQL) => sql`select ${alertTally.tenantId} as name from ${alertTally}
    where ${alertTally.tenantId} ${after} order by ${alertTally.tenantId} limit 1`;
  return rawQuery(
    { name: cast(text, sql`name`) },
    (selected) => sql`with recursive tenant as (
      (${next(sql`is not null`)}) union all select (${next(sql`> tenant.name`)}) from tenant where name is not null
    ) select ${selected} from tenant where name collate "default" ilike ${parameters.part} order by name limit ${parameters.first}`,
  );
});

/** The tenants that have alerts, sorted by name. */
export async function selectTenants(executor: Executor, query: Omit<NamesQuery, 'tenants'>): Promise<string[]> {
  return (await run(executor, tenants, query)).map(({ name }) => name);
}

function distinctNames(names: SQL, first: SQL) {
  return rawQuery(
    { name: cast(text, sql`name`) },
    (selected) => sql`select ${selected} from (${names}) named order by name limit ${first}`,
  );
}

const models = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ ...types, ...tenantTypes(query) }, (parameters) => {
    const { tenantId, modelName } = alertTally;
    // Rows without a tenant contain the counts of all tenants together.
    const scope =
      query.tenants === null ? isNull(tenantId) : matchesTenants(tenantId, query.tenants, parameters.tenants);
    const where = and(scope, sql`${modelName} collate "default" ilike ${parameters.part}`);
    return distinctNames(sql`select distinct ${modelName} as name from ${alertTally} where ${where}`, parameters.first);
  }),
);

/** The models that have alerts, sorted by name. */
export async function selectModels(executor: Executor, query: NamesQuery): Promise<string[]> {
  return (await run(executor, models(query), query)).map(({ name }) => name);
}

const hostnames = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ ...types, ...tenantTypes(query) }, (parameters) => {
    const { tenantId, hostname } = endpoint;
    const scope = query.tenants === null ? undefined : matchesTenants(tenantId, query.tenants, parameters.tenants);
    const where = and(scope, like(hostname, parameters.part));
    return distinctNames(sql`select distinct ${hostname} as name from ${endpoint} where ${where}`, parameters.first);
  }),
);

/** The hostnames of endpoints that contain `part`, sorted. `part` must be in lower case. */
export async function selectHostnames(executor: Executor, query: NamesQuery): Promise<string[]> {
  return (await run(executor, hostnames(query), query)).map(({ name }) => name);
}

const hostnameExists = byShape(tenantsShape, (query: TenantFilter) =>
  statement({ name: text, ...tenantTypes(query) }, (parameters) => {
    const { tenantId, hostname } = endpoint;
    const scope = query.tenants === null ? undefined : matchesTenants(tenantId, query.tenants, parameters.tenants);
    // For all tenants, only the reversed hostname has an index.
    const isSame = sql`reverse(${hostname}) = reverse(${parameters.name})`;
    return queryBuilder.select({ name: hostname }).from(endpoint).where(and(scope, isSame)).limit(1);
  }),
);

/** Whether an endpoint has this hostname, which must be in lower case. */
export async function endpointExists(
  executor: Executor,
  query: TenantFilter & { readonly name: string },
): Promise<boolean> {
  return (await run(executor, hostnameExists(query), query)).length > 0;
}
