import { type SQL, sql } from 'drizzle-orm';
import { type Executor, likePattern } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  byFields,
  byShape,
  cast,
  encodedFrom,
  float8,
  optional,
  type Placeholders,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import type { FieldSet } from '../../../../platform/field-set.js';
import { controller, seats } from '../../tables.js';
import {
  type ControllerField,
  controllerAlias,
  controllerFieldsOf,
  oldestFirst,
  type SelectedController,
} from './controllers.js';

/** A filter of controllers. A controller must match all criteria, and any value of a list. */
export interface ControllerCriteria {
  /** Substring of the first or the last hostname, case-insensitive. */
  readonly hostname?: string;
  readonly versions?: readonly string[];
  readonly labels?: readonly string[];
  readonly departments?: readonly string[];
  readonly hasDepartment?: boolean;
  /** Address or CIDR range that contains the last source address. */
  readonly source?: string;
  /** Matches controllers whose last check-in was before this time, in Unix epoch seconds. */
  readonly silentSince?: number;
  readonly isBlacklisted?: boolean;
  /** GUIDs on the blacklist. Set if and only if `isBlacklisted` is set. */
  readonly blacklistedGuids?: readonly string[];
  /**
   * Addresses and CIDR ranges on the blacklist; empty if addresses are not compared. Set if and only if `isBlacklisted`
   * is set.
   */
  readonly blacklistedRanges?: readonly string[];
}

const criteriaTypes = {
  hostname: optional(encodedFrom(text, likePattern)),
  versions: optional(array(text)),
  labels: optional(array(text)),
  departments: optional(array(text)),
  source: optional(text),
  silentSince: optional(float8),
  blacklistedGuids: optional(array(uuid)),
  blacklistedRanges: optional(array(text)),
};

/** Replans the statement for each execution, because a generic plan is inefficient for rare values and patterns. */
const planOptions = { isReplanned: true };

function shapeOf({ hasDepartment, isBlacklisted, ...criteria }: ControllerCriteria): string {
  return `${hasDepartment} ${isBlacklisted} ${Object.keys(criteria).join(' ')}`;
}

function whereOf(
  criteria: ControllerCriteria,
  parameters: Placeholders<typeof criteriaTypes>,
  ...further: readonly SQL[]
): SQL {
  const pattern = sql`lower(${parameters.hostname})`;
  const { hasDepartment, isBlacklisted } = criteria;
  const conditions: Readonly<Partial<Record<keyof ControllerCriteria, SQL>>> = {
    hostname: sql`(lower(${controllerAlias.hostname} collate "default") like ${pattern}
      or lower(${controllerAlias.lastHostname} collate "default") like ${pattern})`,
    versions: sql`${controllerAlias.version} = any(${parameters.versions})`,
    labels: sql`${controllerAlias.label} = any(${parameters.labels})`,
    departments: sql`${controllerAlias.department} = any(${parameters.departments})`,
    hasDepartment: hasDepartment
      ? sql`${controllerAlias.department} is not null`
      : sql`${controllerAlias.department} is null`,
    source: sql`${controllerAlias.lastIpAddr} <<= ${parameters.source}::inet`,
    silentSince: sql`${controllerAlias.lastContact} < ${parameters.silentSince}`,
    // Each entry is looked up in an index, regardless of the number of controllers.
    isBlacklisted: sql`${controllerAlias.guid} ${isBlacklisted ? sql`` : sql`not `}in (
      select unnest(${parameters.blacklistedGuids})
      union all
      select blacklisted.guid from unnest(${parameters.blacklistedRanges}) entry (range)
      join ${controller} blacklisted on blacklisted.last_ip_addr <<= entry.range::inet
    )`,
  };
  // Object.keys returns the keys of the type as plain strings.
  const names = Object.keys(criteria) as (keyof ControllerCriteria)[];
  return whereAll([...names.flatMap((name) => conditions[name] ?? []), ...further]);
}

export interface ControllerPosition {
  readonly registeredAt: number;
  readonly guid: string;
}

interface PageQuery {
  readonly criteria: ControllerCriteria;
  readonly after: ControllerPosition | null;
  readonly limit: number;
  readonly fields: FieldSet<ControllerField>;
}

const pageTypes = { ...criteriaTypes, afterTime: optional(bigint), afterGuid: optional(uuid) };

const page = byFields(
  ({ criteria, after, limit }: PageQuery) => `${limit} ${after === null} ${shapeOf(criteria)}`,
  ({ criteria, after, limit, fields }) =>
    statement(
      pageTypes,
      (parameters) => {
        const isAfter = sql`(${controllerAlias.registeredAt}, ${controllerAlias.guid}) > (${parameters.afterTime}, ${parameters.afterGuid})`;
        const where = whereOf(criteria, parameters, ...(after === null ? [] : [isAfter]));
        return rawQuery(
          { ...controllerFieldsOf(fields), orderValue: controllerAlias.registeredAt },
          (selected) =>
            sql`select ${selected} from ${controller} ${where} ${oldestFirst(controllerAlias)} limit ${limit}`,
        );
      },
      planOptions,
    ),
);

/** Selects the controllers after a position, oldest registration first. */
export async function selectControllersAfter(
  executor: Executor,
  query: PageQuery,
): Promise<(SelectedController & { orderValue: number })[]> {
  const { criteria, after } = query;
  return await run(executor, page(query), { ...criteria, afterTime: after?.registeredAt, afterGuid: after?.guid });
}

const total = byShape(shapeOf, (criteria: ControllerCriteria) =>
  statement(
    criteriaTypes,
    (parameters) => {
      // Registrations and releases maintain this number; counting a million rows takes a hundred times longer.
      const isAll = Object.keys(criteria).length === 0;
      const selection = { total: cast(float8, isAll ? sql`used` : sql`count(*)`) };
      const from = isAll ? sql`${seats}` : sql`${controller} ${whereOf(criteria, parameters)}`;
      return rawQuery(selection, (selected) => sql`select ${selected} from ${from}`);
    },
    planOptions,
  ),
);

/** Counts the controllers that match the criteria. */
export async function countControllers(executor: Executor, criteria: ControllerCriteria): Promise<number> {
  return (await runForRow(executor, total(criteria), criteria))?.total ?? 0;
}
