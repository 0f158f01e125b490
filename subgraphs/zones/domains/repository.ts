import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/index.js';
import {
  array,
  cast,
  json,
  rawQuery,
  runForRow,
  statement,
  text,
} from '../../../platform/database/statements/index.js';
import {
  changeRow,
  type Dictionary,
  groupNames,
  jsonRow,
  type NameRow,
  type ReadName,
  requireValue,
  stateRow,
} from '../search/index.js';
import { change, ingest, nameserverSet, state, zone } from '../tables.js';

/** Key of a domain name: its zone, and its label within the zone. */
export interface NameKey {
  readonly zone: string;
  readonly label: string;
}

/** A zone that exists. */
export interface FoundZone {
  readonly id: number;
  readonly name: string;
  /** Suffix of the zone, which is appended to a label to form the domain. */
  readonly suffix: string;
}

/** Names with all their rows. */
export interface FoundNames {
  /** One of the requested zones; undefined if it does not exist. */
  zone(name: string): FoundZone | undefined;
  /** A name of a zone; undefined if the zone neither contains nor contained it. */
  name(zoneId: number, label: string): ReadName | undefined;
  /** Nameserver sets and import times that the rows and changes refer to. */
  readonly dictionary: Dictionary;
}

/**
 * Selects the names that are in the state or the change log of their zone. Uses one statement, so all data is from one
 * snapshot.
 */
export async function selectNames(executor: Executor, keys: readonly NameKey[]): Promise<FoundNames> {
  return await selectFound(executor, names, keys);
}

/** Selects these names and their parent names within the zone. */
export async function selectNamesWithParents(executor: Executor, keys: readonly NameKey[]): Promise<FoundNames> {
  return await selectFound(executor, namesWithParents, keys);
}

async function selectFound(executor: Executor, found: typeof names, keys: readonly NameKey[]): Promise<FoundNames> {
  const values = { zones: keys.map(({ zone }) => zone), labels: keys.map(({ label }) => label) };
  const row = keys.length === 0 ? undefined : await runForRow(executor, found, values);
  const { zones = [], rows = [], sets = {}, times = {} } = row ?? {};
  const zoneByName = new Map(zones.map((zone) => [zone.name, zone]));
  const nameserversOf = new Map(Object.entries(sets));
  const timeOf = new Map(Object.entries(times));
  const byZone = new Map<number, Map<string, ReadName>>();
  for (const name of groupNames(rows).names) {
    const names = byZone.get(name.zoneId) ?? new Map<string, ReadName>();
    byZone.set(name.zoneId, names.set(name.label, name));
  }
  return {
    zone: (name) => zoneByName.get(name),
    name: (zoneId, label) => byZone.get(zoneId)?.get(label),
    dictionary: {
      nameservers: (id) => requireValue(nameserversOf, id),
      time: (id) => requireValue(timeOf, String(id)),
    },
  };
}

const names = statement({ zones: array(text), labels: array(text) }, (parameters) =>
  buildNamesQuery(sql`select distinct matched.id as zone_id, input.label from ${keysInZones(parameters)}`, parameters),
);

const namesWithParents = statement({ zones: array(text), labels: array(text) }, (parameters) =>
  buildNamesQuery(
    sql`select distinct matched.id as zone_id, array_to_string(words[start:], '.') as label
      from ${keysInZones(parameters)} cross join lateral string_to_array(input.label, '.') words
      cross join lateral generate_series(1, cardinality(words)) start`,
    parameters,
  ),
);

type NameParameters = Readonly<Record<'zones' | 'labels', SQL>>;

function keysInZones({ zones, labels }: NameParameters): SQL {
  return sql`matched join unnest(${zones}, ${labels}) as input (zone, label) on input.zone = matched.name`;
}

const nameRows = sql`select ${jsonRow(stateRow('present'))} as item from present
  union all select ${jsonRow(changeRow('past'))} from past`;
const setIds = sql`select set_id from present union select old_set_id from past union select new_set_id from past`;
const ingests = sql`select since from present union select unnest(seen) from present
  union select old_since from past union select unnest(old_seen) from past`;

/**
 * @param requestedKeys selects the `zone_id` and `label` of each name to find; may read `matched`, the existing zones
 */
function buildNamesQuery(requestedKeys: SQL, { zones }: NameParameters) {
  const ofRequestedNames = (table: typeof state | typeof change) => sql`select found.* from wanted cross join lateral (
      select * from ${table} where zone_id = wanted.zone_id and label = wanted.label
    ) found`;
  const selection = {
    zones: cast(json<FoundZone[]>(), sql`select coalesce(json_agg(matched), '[]') from matched`),
    rows: cast(json<NameRow[]>(), sql`select coalesce(json_agg(item), '[]') from (${nameRows}) row`),
    sets: cast(
      json<Record<string, string[]>>(),
      sql`select coalesce(json_object_agg(id, data), '{}') from ${nameserverSet} where id = any(array(${setIds}))`,
    ),
    times: cast(
      json<Record<string, number>>(),
      sql`select coalesce(json_object_agg(id, at), '{}') from ${ingest} where id = any(array(${ingests}))`,
    ),
  };
  return rawQuery(
    selection,
    (columns) => sql`with matched as materialized (
      select id, name, suffix from ${zone} where name = any(${zones})
    ), wanted as materialized (${requestedKeys}), present as materialized (${ofRequestedNames(state)}),
    past as materialized (${ofRequestedNames(change)})
    select ${columns}`,
  );
}
