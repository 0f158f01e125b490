import { type Executor, runStatement } from '../../../../platform/database/statement.js';
import type { Dictionary } from '../../rules/search/observations.js';
import { presentIn } from './dictionary.js';
import { gatherNames, type NameRow, type ReadName, rowColumns } from './name-rows.js';

/** Where a name may be: in the zone of this name, under this label. */
export interface NamePlace {
  /** Whose place it is. */
  readonly position: number;
  readonly zone: string;
  readonly label: string;
}

/** A place whose zone is there. */
export interface MatchedPlace extends NamePlace {
  readonly zoneId: number;
  /** What follows a label to make a domain. */
  readonly suffix: string;
}

/** Names with all that is kept of them. */
export interface FoundNames {
  readonly places: readonly MatchedPlace[];
  /** The name of a zone; undefined when it neither is nor was there. */
  name(zoneId: number, label: string): ReadName | undefined;
  /** Everything that their rows and changes refer to. */
  readonly dictionary: Dictionary;
}

const givenPlaces = 'unnest($1::int[], $2::text[], $3::text[]) as given (position, zone, label)';
const matchedColumns = 'given.position, given.zone, given.label, zone.id as "zoneId", zone.suffix from zones.zone join';

/** Those of the names that are in the state or in the log of their zone, in one statement and so of one moment. */
export async function selectNames(sql: Executor, places: readonly NamePlace[]): Promise<FoundNames> {
  return await selectFound(sql, namesText, places);
}

/**
 * For each position the place in the longest zone that is there, and in that zone the name of the place and all names above
 * it, in one statement.
 */
export async function selectNamesAbove(sql: Executor, places: readonly NamePlace[]): Promise<FoundNames> {
  return await selectFound(sql, namesAboveText, places);
}

interface FoundRow {
  readonly matched: readonly MatchedPlace[];
  readonly rows: readonly NameRow[];
  readonly sets: Readonly<Record<string, readonly string[]>>;
  readonly times: Readonly<Record<string, number>>;
}

async function selectFound(sql: Executor, text: string, places: readonly NamePlace[]): Promise<FoundNames> {
  const parameters = [
    places.map(({ position }) => position),
    places.map(({ zone }) => zone),
    places.map(({ label }) => label),
  ];
  const [found] = places.length === 0 ? [] : await runStatement<FoundRow>(sql, text, parameters);
  const { matched = [], rows = [], sets = {}, times = {} } = found ?? {};
  const nameserversOf = new Map(Object.entries(sets));
  const timeOf = new Map(Object.entries(times));
  const byZone = new Map<number, Map<string, ReadName>>();
  for (const name of gatherNames(rows).names) {
    const names = byZone.get(name.zoneId) ?? new Map<string, ReadName>();
    byZone.set(name.zoneId, names.set(name.label, name));
  }
  return {
    places: matched,
    name: (zoneId, label) => byZone.get(zoneId)?.get(label),
    dictionary: {
      nameservers: (id) => presentIn(nameserversOf, id),
      time: (id) => presentIn(timeOf, String(id)),
    },
  };
}

// Numbers of sets go beyond what JSON's numbers can hold.
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
  select (select coalesce(json_agg(matched), '[]') from matched) as matched,
    (select coalesce(json_agg(rows), '[]') from rows) as rows,
    (select coalesce(json_object_agg(id, data), '{}') from zones.nameserver_set where id = any(array(
      select set_id from present union select old_set_id from past union select new_set_id from past
    ))) as sets,
    (select coalesce(json_object_agg(id, at), '{}') from zones.ingest where id = any(array(
      select since from present union select unnest(seen) from present
      union select old_since from past union select unnest(old_seen) from past
    ))) as times`;

const namesText = `with matched as materialized (
    select ${matchedColumns} ${givenPlaces} on zone.name = given.zone
  ), wanted as materialized (
    select distinct "zoneId" as zone_id, label from matched
  ), ${foundText}`;

const namesAboveText = `with matched as materialized (
    select distinct on (given.position) ${matchedColumns} ${givenPlaces} on zone.name = given.zone
    order by given.position, length(zone.name) desc
  ), wanted as materialized (
    select distinct matched."zoneId" as zone_id, array_to_string(words[start:], '.') as label
    from matched cross join lateral string_to_array(matched.label, '.') words
    cross join lateral generate_series(1, cardinality(words)) start
  ), ${foundText}`;
