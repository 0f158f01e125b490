import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  byShape,
  integer,
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
import { brandHit } from '../../brands/tables.js';
import { zone } from '../../tables.js';
import { blockChange } from '../tables.js';

/** Whose confirmed hits a block list has. */
export interface BlockListScope {
  /** Undefined: of all tenants, and of none. */
  readonly tenants?: readonly string[];
  /** Undefined: of all brands. */
  readonly brandIds?: readonly string[];
}

export const scopeTypes = { tenants: optional(array(text)), brandIds: optional(array(uuid)) };

export function shapeOf({ tenants, brandIds }: BlockListScope): string {
  return `${tenants === undefined} ${brandIds === undefined}`;
}

/** Restricts hits, or changes of hits, to a scope. */
export function conditionsOf(
  { tenants, brandIds }: BlockListScope,
  of: typeof brandHit | typeof blockChange,
  given: { tenants: SQL; brandIds: SQL },
): SQL[] {
  const conditions: SQL[] = [];
  if (tenants !== undefined) conditions.push(sql`${of.tenantId} = any(${given.tenants})`);
  if (brandIds !== undefined) conditions.push(sql`${of.brandId} = any(${given.brandIds})`);
  return conditions;
}

/** The last name of the previous page: its zone and label. */
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
    statement({ ...scopeTypes, zone: text, label: text, limit: integer }, (given) => {
      const conditions = [
        sql`${brandHit.status} = 'confirmed'`,
        sql`(${zone.name}, ${brandHit.label}) > (${given.zone}, ${given.label})`,
        ...conditionsOf(scope, brandHit, given),
      ];
      return rows(
        { zone: zone.name, suffix: zone.suffix, label: brandHit.label },
        (selected) => sql`select distinct ${selected}
          from ${brandHit} join ${zone} on ${zone.id} = ${brandHit.zoneId} ${whereAll(conditions)}
          order by ${zone.name}, ${brandHit.label} limit ${given.limit}`,
      );
    }),
);

/** A page of the names of confirmed hits, each once, by zone and label. */
export async function selectBlockedNames(executor: Executor, query: NamesQuery) {
  const { scope, after, limit } = query;
  return await run(executor, names(query), { ...scope, ...after, limit });
}

const serial = byShape(shapeOf, (scope: BlockListScope) =>
  statement(scopeTypes, (given) =>
    rows(
      { serial: typed(integer, sql`coalesce(max(${blockChange.serial}), 1)`) },
      (selected) => sql`select ${selected} from ${blockChange} ${whereAll(conditionsOf(scope, blockChange, given))}`,
    ),
  ),
);

/** The serial of the newest change of a block list; 1 if it has had no change. */
export async function selectBlockSerial(executor: Executor, scope: BlockListScope): Promise<number> {
  return (await runForOne(executor, serial(scope), scope))?.serial ?? 1;
}
