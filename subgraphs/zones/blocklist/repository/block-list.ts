import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  byShape,
  cast,
  fetchRows,
  integer,
  nullable,
  optional,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { brandHit, isBlockedHit, isBlockedIn } from '../../brands/tables.js';
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
  table: { tenantId: SQLWrapper; brandId: SQLWrapper },
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

/** A blocked name: its zone, and the suffix that is appended to the label. */
interface BlockedNameRow extends NamePosition {
  readonly suffix: string;
}

/**
 * Maximum number of names per read. If the names of a read that are not listed in another zone do not fill the page,
 * the next read is twice as large.
 */
const maxPageSize = 5000;

interface NamesQuery {
  readonly scope: BlockListScope;
  readonly after: NamePosition;
  readonly limit: number;
}

const other = alias(brandHit, 'other');

const names = byShape(
  ({ scope }: NamesQuery) => shapeOf(scope),
  ({ scope }) =>
    statement({ ...scopeTypes, zone: text, label: text, limit: integer }, (parameters) => {
      const conditions = [
        isBlockedHit,
        sql`(${zone.name}, ${brandHit.label}) > (${parameters.zone}, ${parameters.label})`,
        ...conditionsOf(scope, brandHit, parameters),
      ];
      const sameNameConditions = [
        isBlockedIn(other),
        sql`nested.zone_id = page.zone_id`,
        sql`${other.label} = left(page.label || page.suffix, -length(nested.parent_suffix))`,
        ...conditionsOf(scope, other, parameters),
      ];
      // A name can be in a zone and in its parent zone, such as acme in co.uk and acme.co in uk. Only the names of the
      // page in nested zones are looked up.
      const isListed = sql`page.zone_id not in (select zone_id from nested) or not exists (
        select from nested join ${brandHit} other on ${other.zoneId} = nested.parent_id ${whereAll(sameNameConditions)}
      )`;
      return rawQuery(
        {
          ...{ zone: cast(text, sql`page.zone`), suffix: cast(text, sql`page.suffix`) },
          ...{ label: cast(text, sql`page.label`), isListed: cast(boolean, isListed) },
        },
        (selected) => sql`with nested as materialized (
          select inner_zone.id as zone_id, parent.id as parent_id, parent.suffix as parent_suffix
          from ${zone} inner_zone join ${zone} parent on parent.suffix <> '' and inner_zone.id <> parent.id
            and right(inner_zone.suffix, length(parent.suffix)) = parent.suffix
          where position('.' in inner_zone.name) > 0
        ), page as materialized (
          select distinct ${zone.name} as zone, ${zone.suffix}, ${brandHit.label}, ${zone.id} as zone_id
          from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId} ${whereAll(conditions)}
          order by ${zone.name}, ${brandHit.label} limit ${parameters.limit}
        )
        select ${selected} from page order by page.zone, page.label`,
      );
    }),
);

/**
 * A page of the names of blocked hits within a scope, ordered by zone and label. Each name is listed once; a name in a
 * zone and its parent zone is listed in the parent zone.
 */
export async function selectBlockedNames(executor: Executor, query: NamesQuery): Promise<BlockedNameRow[]> {
  const { scope, limit } = query;
  const found: BlockedNameRow[] = [];
  let { after } = query;
  for (let size = limit; ; size = Math.max(limit, Math.min(2 * size, maxPageSize))) {
    const page = await run(executor, names(query), { ...scope, ...after, limit: size });
    for (const { isListed, ...name } of page) if (isListed) found.push(name);
    const last = page.at(-1);
    if (last === undefined || page.length < size || found.length >= limit) return found.slice(0, limit);
    after = { zone: last.zone, label: last.label };
  }
}

const counts = fetchRows(
  { tenants: array(nullable(text)), form: text, maxLength: integer },
  ({ tenants, form, maxLength }) =>
    rawQuery(
      { names: cast(integer, sql`blocked.names`) },
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
    rawQuery(
      { serial: cast(integer, sql`coalesce(max(${blockChange.serial}), 1)`) },
      (selected) =>
        sql`select ${selected} from ${blockChange} ${whereAll(conditionsOf(scope, blockChange, parameters))}`,
    ),
  ),
);

/** The serial of the newest change within the scope of a block list; 1 if there was none. */
export async function selectBlockSerial(executor: Executor, scope: BlockListScope): Promise<number> {
  return (await runForRow(executor, serial(scope), scope))?.serial ?? 1;
}
