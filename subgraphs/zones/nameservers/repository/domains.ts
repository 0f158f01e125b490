import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  cast,
  fetchOne,
  fetchRows,
  integer,
  rawQuery,
  run,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { type NameRow, type NameserverRow, nameRows, stateRow } from '../../search/index.js';
import { nameserverSetId, nameserverSetIds } from '../../set-ids.js';
import { change, nameserverSet, state } from '../../tables.js';
import { nameserverProgress, nameserverUse } from '../tables.js';

/** Whether the index of nameservers is complete: see `nameserver_progress`. */
export const selectIndexState = fetchOne({}, () =>
  rawQuery(
    { isComplete: cast(boolean, sql`coalesce(bool_and(is_complete), false)`) },
    (columns) => sql`select ${columns} from ${nameserverProgress}`,
  ),
);

/** Sorts nameservers by their number of sets, fewest first, then by name. At most `max` sets of each are counted. */
export const selectNameserversBySetCount = fetchRows({ names: array(text), max: integer }, ({ names, max }) =>
  rawQuery(
    { name: cast(text, sql`named.name`) },
    (columns) => sql`select ${columns} from unnest(${names}) as named (name)
        cross join lateral (
          select count(*) as sets from (select from ${nameserverUse} as used where used.name = named.name limit ${max}) _
        ) counted
        order by counted.sets, named.name`,
  ),
);

/** Ids of the sets that contain all of these nameservers, in order, starting with a given id. */
export const selectSets = fetchRows(
  { names: array(text), from: nameserverSetId, limit: integer },
  ({ names, from, limit }) =>
    rawQuery(
      { id: nameserverUse.setId },
      (columns) => sql`select ${columns} from ${nameserverUse}
        where name = (${names})[1] and set_id >= ${from}
          and (cardinality(${names}) = 1 or exists (
            select from ${nameserverSet} where id = set_id and data @> ${names}))
        order by set_id limit ${limit}`,
    ),
);

interface DomainsQuery {
  readonly zoneId: number;
  readonly watermark: number;
  /** Ids of the nameserver sets, in order. */
  readonly sets: readonly string[];
  /** Label after which the names of the first set begin. */
  readonly after: string;
  readonly limit: number;
}

const types = { zoneId: integer, watermark: integer, sets: nameserverSetIds, after: text, limit: integer };

const domains = statement(types, ({ zoneId, watermark, sets, after, limit }) => {
  const isListed = sql`zone_id = ${zoneId} and label > used.after`;
  // Rows are read and sorted set by set, so reading stops at the limit; one sort of all rows would read all sets.
  const source = sql`(
      select id, case when number = 1 then ${after} else '' end as after
      from unnest(${sets}) with ordinality as listed (id, number)
    ) used cross join lateral (
      select * from (
        (select set_id, zone_id, since, label, seen from ${state}
          where set_id = used.id and ${isListed} and since <= ${watermark} order by label limit ${limit})
        union all
        (select old_set_id, zone_id, old_since, label, old_seen from ${change}
          where old_set_id = used.id and ${isListed} and ingest > ${watermark} and old_since <= ${watermark}
          order by label limit ${limit})
      ) version order by label limit ${limit}
    ) found limit ${limit}`;
  return nameRows(sql``, [[stateRow('found'), source]]);
});

/** A domain with its nameservers at the watermark. */
export interface DomainRow extends NameserverRow {
  readonly label: string;
}

/** The domains of a zone that had these sets at the watermark, ordered by set and label. */
export async function selectDomains(executor: Executor, query: DomainsQuery): Promise<DomainRow[]> {
  const found = await run(executor, domains, query);
  assertOrder(found, query.sets);
  return found.map(({ label, setId, since, seen }) => ({
    ...{ label, setId: setId ?? '', sinceIngestId: since ?? 0, addedByIngestIds: seen },
  }));
}

/** Verifies the order of rows, because SQL does not guarantee an order without ORDER BY. */
function assertOrder(found: readonly NameRow[], sets: readonly string[]): void {
  const order = new Map(sets.map((id, position) => [id, position]));
  let before = { position: -1, label: '' };
  for (const { setId, label } of found) {
    const position = order.get(setId ?? '') ?? -1;
    if (position < before.position || (position === before.position && label <= before.label)) {
      throw new Error('the database returned domains in an unexpected order: expected set, label');
    }
    before = { position, label };
  }
}
