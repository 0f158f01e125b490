import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  byShape,
  cast,
  enumeration,
  execute,
  fetchRows,
  float8,
  insertInto,
  integer,
  nullable,
  optional,
  type RowOf,
  rawQuery,
  run,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { incident, interfaceType } from '../../tables.js';
import { restrictToTenants, type TenantFilter, tenantsShape, tenantTypes } from '../../tenants.js';
import { removalKinds } from '../rules-grouping.js';
import { incidentEntry, incidentEntryType } from '../tables.js';

/** Adds an entry to the timeline of an incident. */
export const insertEntry = execute(
  {
    ...{ incidentId: uuid, kind: enumeration(incidentEntryType), at: float8 },
    ...{ callerId: nullable(text), caller: text, via: nullable(enumeration(interfaceType)) },
    ...{ alertCount: integer, alertIds: array(uuid), otherId: nullable(uuid) },
    ...{ before: nullable(text), after: nullable(text), body: nullable(text) },
  },
  (parameters) => insertInto(incidentEntry, parameters),
);

/** {@link removalKinds} as a list in SQL. */
const removalKindList = sql.raw(removalKinds.map((kind) => `'${kind}'`).join(', '));

/**
 * Incidents and, recursively, the incidents that were merged into them. `part.root` is the given incident.
 * @param condition selects the given incidents
 */
const withParts = (condition: SQL): SQL => sql`with recursive part (root, id) as (
    select id, id from ${incident} where ${condition}
    union all
    select part.root, incident.id from part join ${incident} on incident.merged_into_id = part.id
  )`;

/**
 * The entries in which analysts removed or split some of these alerts from these incidents, or from incidents that were
 * merged into them. An alert that is in no incident was not added again after the last of them.
 */
export const selectRemovals = fetchRows({ incidentIds: array(uuid), alertIds: array(uuid) }, (parameters) =>
  rawQuery(
    { incidentId: cast(uuid, sql`part.root`), alertIds: incidentEntry.alertIds },
    (selected) => sql`${withParts(sql`id = any(${parameters.incidentIds})`)}
      select ${selected} from part join ${incidentEntry} on ${incidentEntry.incidentId} = part.id
      where ${incidentEntry.kind} in (${removalKindList}) and ${incidentEntry.alertIds} && ${parameters.alertIds}`,
  ),
);

const entry = alias(incidentEntry, 'entry');

interface TimelineQuery extends TenantFilter {
  readonly ids: readonly string[];
  readonly first: number;
  /** Number of the last entry of the previous page; only older entries are selected. Null for the first page. */
  readonly after: number | null;
}

const timeline = byShape(
  (query: TimelineQuery) => `${tenantsShape(query)} ${query.after === null}`,
  (query) =>
    statement({ ids: array(uuid), first: integer, after: optional(bigint), ...tenantTypes(query) }, (parameters) => {
      const isAfter = query.after === null ? sql`` : sql`and id < ${parameters.after}`;
      return rawQuery(
        { ofId: cast(uuid, sql`root.id`), ...getTableColumns(entry) },
        (selected) => sql`${withParts(
          sql`id = any(${parameters.ids}) ${restrictToTenants(incident, query, parameters)}`,
        )}
          select ${selected} from (select distinct root as id from part) root cross join lateral (
            select * from ${incidentEntry} where incident_id in (select part.id from part where part.root = root.id)
              ${isAfter}
            order by id desc limit ${parameters.first}
          ) entry order by root.id, ${entry.id} desc`,
      );
    }),
);

export type EntryRow = RowOf<ReturnType<typeof timeline>>;

/**
 * For each incident, its timeline entries and those of the incidents merged into it, newest first. `ofId` in a
 * row is the id of the given incident.
 */
export async function selectTimeline(executor: Executor, query: TimelineQuery): Promise<EntryRow[]> {
  return await run(executor, timeline(query), { ...query, after: query.after ?? undefined });
}
