import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dateOf, dateOrNull } from '../../../../platform/clock.js';
import {
  array,
  byFields,
  cast,
  fetchRow,
  fetchRows,
  float8,
  integer,
  nullable,
  type RowOfSelection,
  rawQuery,
  selectFields,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import type { FieldSet } from '../../../../platform/field-set.js';
import { controller, seats, usageChange, usageEntry } from '../../tables.js';

/** The SQL alias of the controller table in joins and subqueries. */
export const controllerAlias = alias(controller, 'controller');

const { contactDay: _contactDay, ...ownColumns } = getTableColumns(controllerAlias);

/**
 * The latest expiration time of a controller's machine files, from the entries of the usage log and the changes that
 * are not in the log yet. Only machine files have an expiration time in either of them.
 */
const machineFileExpiresAt = sql`(select max(issued.expires_at) from (
    select expires_at from ${usageChange} where guid = ${controllerAlias.guid}
    union all
    select extract(epoch from (entry::jsonb ->> 'expiresAt')::timestamptz) from ${usageEntry}
    where entry::jsonb ->> 'guid' = ${controllerAlias.guid}::text
  ) issued)`;

const columns = {
  ...ownColumns,
  registeredAt: sql`${controllerAlias.registeredAt}`.mapWith(dateOf),
  lastContact: sql`${controllerAlias.lastContact}`.mapWith(dateOf),
  lastIpAddr: cast(nullable(text), sql`host(${controllerAlias.lastIpAddr})`),
  machineFileExpiresAt: cast(nullable(float8), machineFileExpiresAt).mapWith(dateOrNull),
};

export type ControllerField = keyof typeof columns;
export const controllerFieldNames = new Set(Object.keys(columns) as ControllerField[]); // The keys of the object above.
/** A controller with the selected fields, and always the GUID. */
export type SelectedController = RowOfSelection<ReturnType<typeof controllerFieldsOf>>;

interface FieldsQuery {
  readonly fields: FieldSet<ControllerField>;
}

/** The selection of the requested fields, and always the GUID. */
export function controllerFieldsOf({ names }: FieldSet<ControllerField>) {
  return { ...selectFields(columns, names), guid: controllerAlias.guid };
}

/** The sort order of all lists of controllers: oldest registration first. */
export function oldestFirst(table: typeof controller | typeof controllerAlias): SQL {
  return sql`order by ${table.registeredAt}, ${table.guid}`;
}

/** All controllers whose last check-in was after `cutoff`, in Unix epoch seconds; oldest registration first. */
export const selectAllControllers = fetchRows(
  byFields(
    () => '',
    ({ fields }: FieldsQuery) =>
      statement({ cutoff: float8 }, ({ cutoff }) =>
        rawQuery(
          controllerFieldsOf(fields),
          (selected) =>
            sql`select ${selected} from ${controller} where ${controllerAlias.lastContact} > ${cutoff} ${oldestFirst(controllerAlias)}`,
        ),
      ),
  ),
);

/** The registered controllers with these GUIDs, in any order. */
export const selectControllers = fetchRows(
  byFields(
    () => '',
    ({ fields }: FieldsQuery) =>
      statement({ guids: array(uuid) }, ({ guids }) =>
        rawQuery(
          controllerFieldsOf(fields),
          (selected) => sql`select ${selected} from ${controller} where ${controllerAlias.guid} = any(${guids})`,
        ),
      ),
  ),
);

interface NamesQuery extends FieldsQuery {
  /** Maximum number of controllers for each name. */
  readonly first: number;
  /** Whether to include subdomains, that is, hostnames that end with a dot and the name. */
  readonly withSubdomains: boolean;
}

/** The indexed expression: the hostname in lower case, also beyond ASCII, and reversed. It is compared by bytes. */
const reversedHostname = sql`reverse(lower(${controller.lastHostname} collate "default")) collate "C"`;
const hasHostname = sql`${reversedHostname} = reverse(wanted.name)`;
/**
 * Matches hostnames below a domain. Reversed hostnames in the same domain have a common prefix, which is a range of an
 * index. In byte order, the slash follows the dot.
 */
const isUnderDomain = sql`wanted.name <> '' and (${reversedHostname} = reverse(wanted.name)
  or (${reversedHostname} >= reverse(wanted.name) || '.' and ${reversedHostname} < reverse(wanted.name) || '/'))`;

/**
 * For each name (in lower case), the controllers with this hostname at their last check-in and, with `withSubdomains`,
 * those in its subdomains; oldest registration first. `position` in a row is the index of the name.
 */
export const selectControllersByNames = fetchRows(
  byFields(
    ({ first, withSubdomains }: NamesQuery) => `${first} ${withSubdomains}`,
    ({ first, withSubdomains, fields }) =>
      statement({ names: array(text) }, ({ names }) =>
        rawQuery(
          { position: cast(integer, sql`wanted.ordinality - 1`), ...controllerFieldsOf(fields) },
          (selected) => sql`select ${selected}
          from unnest(${names}) with ordinality wanted (name, ordinality)
          cross join lateral (
            select * from ${controller} where ${withSubdomains ? isUnderDomain : hasHostname} ${oldestFirst(controller)} limit ${first}
          ) controller
          order by wanted.ordinality, ${controllerAlias.registeredAt}, ${controllerAlias.guid}`,
        ),
      ),
  ),
);

/**
 * Removes a controller, frees its seat and returns its row; undefined if it is not registered. The caller must hold the
 * lock of the seats.
 */
export const deleteController = fetchRow({ guid: uuid }, ({ guid }) =>
  rawQuery(
    columns,
    (selected) => sql`with removed as (
      delete from ${controller} where ${controller.guid} = ${guid} returning *
    ), counted as (
      update ${seats} set used = used - 1 where exists (select 1 from removed)
    )
    select ${selected} from removed controller`,
  ),
);
