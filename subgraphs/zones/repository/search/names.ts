import { type Executor, runStatement } from '../../../../platform/database/statement.js';
import { gatherNames, type NameRow, type ReadName, rowColumns } from './name-rows.js';
import { type SearchZone, zoneColumns } from './zones.js';

/** A name in one zone. */
export interface ZoneName {
  readonly zone: SearchZone;
  readonly label: string;
}

/** The zones of these names that are there. */
export async function selectZonesNamed(sql: Executor, names: readonly string[]): Promise<SearchZone[]> {
  return await runStatement(sql, `select ${zoneColumns} from zones.zone where name = any($1::text[])`, [names]);
}

/** Those of the names that are in the state or in the log, with all that is kept of them. */
export async function selectNames(sql: Executor, names: readonly ZoneName[]): Promise<readonly ReadName[]> {
  const rows = await runStatement<NameRow>(
    sql,
    `with point as materialized (select * from unnest($1::int[], $2::text[]) as given (zone_id, label)),
    present as (
      select found.* from point cross join lateral (
        select * from zones.state where zone_id = point.zone_id and label = point.label
      ) found
    ), past as (
      select found.* from point cross join lateral (
        select * from zones.change where zone_id = point.zone_id and label = point.label
      ) found
    )
    select ${rowColumns.state('present')} from present union all select ${rowColumns.change('past')} from past`,
    [names.map(({ zone }) => zone.id), names.map(({ label }) => label)],
  );
  return gatherNames(rows).names;
}
