import { type Executor, runStatement } from '../../../platform/database/statement.js';
import { type Dictionary, groupNames, type NameRow, presentIn, type ReadName, rowColumns } from '../search/index.js';

/** Key of a name: its zone and its label there. */
export interface NameKey {
  readonly zone: string;
  readonly label: string;
}

/** A zone that exists. */
export interface FoundZone {
  readonly id: number;
  readonly name: string;
  /** Appended to a label to form the domain. */
  readonly suffix: string;
}

/** Names with all their rows. */
export interface FoundNames {
  /** One of the requested zones; undefined when it does not exist. */
  zone(name: string): FoundZone | undefined;
  /** A name of a zone; undefined when the zone neither contains nor contained it. */
  name(zoneId: number, label: string): ReadName | undefined;
  /** Values that their rows and changes refer to. */
  readonly dictionary: Dictionary;
}

/** Selects the names that are in the state or the change log of their zone, in one statement and so in one snapshot. */
export async function selectNames(sql: Executor, keys: readonly NameKey[]): Promise<FoundNames> {
  return await selectFound(sql, namesText, keys);
}

/** Selects these names and all names above them in the zone. */
export async function selectNamesAbove(sql: Executor, keys: readonly NameKey[]): Promise<FoundNames> {
  return await selectFound(sql, namesAboveText, keys);
}

interface FoundRow {
  readonly zones: readonly FoundZone[];
  readonly rows: readonly NameRow[];
  readonly sets: Readonly<Record<string, readonly string[]>>;
  readonly times: Readonly<Record<string, number>>;
}

async function selectFound(sql: Executor, text: string, keys: readonly NameKey[]): Promise<FoundNames> {
  const parameters = [keys.map(({ zone }) => zone), keys.map(({ label }) => label)];
  const [found] = keys.length === 0 ? [] : await runStatement<FoundRow>(sql, text, parameters);
  const { zones = [], rows = [], sets = {}, times = {} } = found ?? {};
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
      nameservers: (id) => presentIn(nameserversOf, id),
      time: (id) => presentIn(timeOf, String(id)),
    },
  };
}

// Ids of sets exceed the range of JSON numbers.
const foundText = `present as materialized (
    select found.* from wanted cross join lateral (
      select * from zones.state where zone_id = wanted.zone_id and label = wanted.label
    ) found
  ), past as materialized (
    select found.* from wanted cross join lateral (
      select * from zones.change where zone_id = wanted.zone_id and label = wanted.label
    ) found
  ), rows as (
    select kind, "zoneId", label, "setId"::text, since, seen, at, ingest, "newSetId"::text
    from (select ${rowColumns.state('present')} from present union all select ${rowColumns.change('past')} from past) row
  )
  select (select coalesce(json_agg(matched), '[]') from matched) as zones,
    (select coalesce(json_agg(rows), '[]') from rows) as rows,
    (select coalesce(json_object_agg(id, data), '{}') from zones.nameserver_set where id = any(array(
      select set_id from present union select old_set_id from past union select new_set_id from past
    ))) as sets,
    (select coalesce(json_object_agg(id, at), '{}') from zones.ingest where id = any(array(
      select since from present union select unnest(seen) from present
      union select old_since from past union select unnest(old_seen) from past
    ))) as times`;

const matchedText = `matched as materialized (
    select id, name, suffix from zones.zone where name = any($1::text[])
  )`;
const keysInZones = 'matched join unnest($1::text[], $2::text[]) as input (zone, label) on input.zone = matched.name';

const namesText = `with ${matchedText}, wanted as materialized (
    select distinct matched.id as zone_id, input.label from ${keysInZones}
  ), ${foundText}`;

const namesAboveText = `with ${matchedText}, wanted as materialized (
    select distinct matched.id as zone_id, array_to_string(words[start:], '.') as label
    from ${keysInZones} cross join lateral string_to_array(input.label, '.') words
    cross join lateral generate_series(1, cardinality(words)) start
  ), ${foundText}`;
