import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  byShape,
  fetchRows,
  integer,
  nullable,
  optional,
  rows,
  run,
  runForOne,
  statement,
  text,
  typed,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { brandHit, isBlockedHit } from '../../brands/tables.js';
import { zone } from '../../tables.js';
import { hostPattern, maxBlockableLength } from '../rules/formats.js';
import { blockChange } from '../tables.js';

/** Scope of a block list: the tenants and brands whose blocked hits it contains. */
export interface BlockListScope {
  /** Tenants whose brands are included; undefined: all brands, including those without a tenant. */
  readonly tenants?: readonly string[];
  /** Brands whose hits are included; undefined: all brands. */
  readonly brandIds?: readonly string[];
}

export const scopeTypes = { tenants: optional(array(text)), brandIds: optional(array(uuid)) };

export function shapeOf({ tenants, brandIds }: BlockListScope): string {
  return `${tenants === undefined} ${brandIds === undefined}`;
}

/** Restricts hits, or changes of hits, to a scope. */
export function conditionsOf(
  { tenants, brandIds }: BlockListScope,
  table: typeof brandHit | typeof blockChange,
  parameters: { tenants: SQL; brandIds: SQL },
): SQL[] {
  const conditions: SQL[] = [];
  if (tenants !== undefined) conditions.push(sql`${table.tenantId} = any(${parameters.tenants})`);
  if (brandIds !== undefined) conditions.push(sql`${table.brandId} = any(${parameters.brandIds})`);
  return conditions;
}

/** Position after the last name of the previous page: its zone and label. */
interface NamePosition {
  readonly zone: string;
  readonly label: string;
}

interface NamesQuery {
  readonly scope: BlockListScope;
  readonly after: NamePosition;
  readonly limit: number;
}

const names = byShape(
  ({ scope }: NamesQuery) => shapeOf(scope),
  ({ scope }) =>
    statement({ ...scopeTypes, zone: text, label: text, limit: integer }, (parameters) => {
      const conditions = [
        isBlockedHit,
        sql`(${zone.name}, ${brandHit.label}) > (${parameters.zone}, ${parameters.label})`,
        ...conditionsOf(scope, brandHit, parameters),
      ];
      return rows(
        { zone: zone.name, suffix: zone.suffix, label: brandHit.label },
        (selected) => sql`select distinct ${selected}
          from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId} ${whereAll(conditions)}
          order by ${zone.name}, ${brandHit.label} limit ${parameters.limit}`,
      );
    }),
);

/** A page of the names of blocked hits within a scope, each once, ordered by zone and label. */
export async function selectBlockedNames(executor: Executor, query: NamesQuery) {
  const { scope, after, limit } = query;
  return await run(executor, names(query), { ...scope, ...after, limit });
}

const counts = fetchRows(
  { tenants: array(nullable(text)), form: text, maxLength: integer },
  ({ tenants, form, maxLength }) =>
    rows(
      { names: typed(integer, sql`blocked.names`) },
      (selected) => sql`select ${selected} from unnest(${tenants}) with ordinality wanted (tenant_id, position)
          cross join lateral (select count(*) as names from (
            select distinct ${brandHit.label} || ${zone.suffix} as name
            from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId}
            where ${isBlockedHit}
              and (wanted.tenant_id is null or ${brandHit.tenantId} = wanted.tenant_id)
          ) listed where name ~ ${form} and length(name) <= ${maxLength}) blocked order by position`,
    ),
);

/**
 * The number of names on the block list of each tenant, in the same order; a null tenant means the list of all
 * brands.
 */
export async function countBlockedNames(executor: Executor, tenants: readonly (string | null)[]): Promise<number[]> {
  const parameters = { tenants: [...tenants], form: hostPattern.source, maxLength: maxBlockableLength };
  return (await counts(executor, parameters)).map(({ names }) => names);
}

const serial = byShape(shapeOf, (scope: BlockListScope) =>
  statement(scopeTypes, (parameters) =>
    rows(
      { serial: typed(integer, sql`coalesce(max(${blockChange.serial}), 1)`) },
      (selected) =>
        sql`select ${selected} from ${blockChange} ${whereAll(conditionsOf(scope, blockChange, parameters))}`,
    ),
  ),
);

/** The serial of the newest change within the scope of a block list; 1 if there was none. */
export async function selectBlockSerial(executor: Executor, scope: BlockListScope): Promise<number> {
  return (await runForOne(executor, serial(scope), scope))?.serial ?? 1;
}
