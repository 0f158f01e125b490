import { sql } from 'drizzle-orm';
import {
  array,
  bigint,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  integer,
  nullable,
  type RowOf,
  rawQuery,
  text,
} from '../../../../platform/database/statements/index.js';
import { nameserverSetId, nameserverSetIds } from '../../set-ids.js';
import { change, ingest } from '../../tables.js';
import { bulkRegistrationDay, bulkRegistrationProgress } from '../tables.js';

/** Reads the progress of following imports, and locks it until the transaction ends. */
export const lockProgress = fetchRow({}, () =>
  rawQuery(
    { ingest: bulkRegistrationProgress.ingest, setId: bulkRegistrationProgress.setId },
    (columns) => sql`select ${columns} from ${bulkRegistrationProgress} for update`,
  ),
);

export const updateProgress = execute(
  { ingest: integer, setId: nullable(nameserverSetId) },
  (parameters) =>
    sql`update ${bulkRegistrationProgress} set ingest = ${parameters.ingest}, set_id = ${parameters.setId}`,
);

/** The first import whose id is at least `from`. */
export const selectNextIngest = fetchRow({ from: integer }, ({ from }) =>
  rawQuery(
    { id: ingest.id, at: ingest.at, zoneId: ingest.zoneId, isInitial: ingest.isInitial },
    (columns) => sql`select ${columns} from ${ingest} where ${ingest.id} >= ${from} order by ${ingest.id} limit 1`,
  ),
);

/** An applied import. */
export type IngestRow = RowOf<typeof selectNextIngest>;

/**
 * Imports of a zone within a time window and up to an import, newest first. The first import of the zone is omitted,
 * because its names are not new.
 */
export const selectIngests = fetchRows({ zoneId: integer, start: bigint, end: bigint, upTo: integer }, (parameters) =>
  rawQuery(
    { id: ingest.id, at: ingest.at },
    (columns) => sql`select ${columns} from ${ingest}
        where zone_id = ${parameters.zoneId} and at >= ${parameters.start} and at < ${parameters.end} and id <= ${parameters.upTo}
          and not is_initial
        order by at desc`,
  ),
);

const importTypes = { ids: array(integer), times: array(bigint) };

/**
 * The number of names that these imports have added with each nameserver set. Only sets with at least `minNames` names
 * are included, and only if the import `last` has added one of the names.
 */
export const selectSetsOfAddedNames = fetchRows({ ...importTypes, last: integer, minNames: integer }, (parameters) =>
  rawQuery(
    { setId: cast(nameserverSetId, sql`new_set_id`), names: cast(integer, sql`count(*)`) },
    (columns) => sql`select ${columns} from unnest(${parameters.ids}, ${parameters.times}) as span (id, at)
        join ${change} on change.ingest = span.id and change.at = span.at
        where old_set_id is null and new_set_id is not null
        group by new_set_id having count(*) >= ${parameters.minNames} and bool_or(change.ingest = ${parameters.last})
        order by new_set_id`,
  ),
);

/** Names that these imports added with these nameserver sets, ordered by set and label; at most `limit` per set. */
export const selectAddedNamesOfSets = fetchRows(
  { ...importTypes, sets: nameserverSetIds, limit: integer },
  (parameters) =>
    rawQuery(
      {
        setId: cast(nameserverSetId, sql`found.new_set_id`),
        label: cast(text, sql`found.label`),
        at: cast(bigint, sql`found.at`),
      },
      (columns) => sql`select ${columns} from unnest(${parameters.sets}) as used (id) cross join lateral (
          select new_set_id, label, at from ${change}
          where new_set_id = used.id and ingest = any(${parameters.ids}) and at = any(${parameters.times}) and old_set_id is null
          order by label limit ${parameters.limit}
        ) found order by found.new_set_id, found.label, found.at`,
    ),
);

/** Names that an import has added, after a label. */
export const selectAddedNames = fetchRows({ id: integer, at: bigint, after: text, limit: integer }, (parameters) =>
  rawQuery(
    { label: change.label },
    (columns) => sql`select ${columns} from ${change} where ingest = ${parameters.id} and at = ${parameters.at}
        and label > ${parameters.after} and old_set_id is null order by label limit ${parameters.limit}`,
  ),
);

/** The number of days within a range on which imports changed a zone. Days are numbered since the Unix epoch. */
export const countImportDays = fetchOne({ zoneId: integer, from: integer, before: integer }, (parameters) =>
  rawQuery(
    { days: cast(integer, sql`count(distinct at / 86400000)`) },
    (columns) => sql`select ${columns} from ${ingest} where zone_id = ${parameters.zoneId} and not is_initial
        and at >= ${parameters.from}::bigint * 86400000 and at < ${parameters.before}::bigint * 86400000`,
  ),
);

/**
 * The number of names added to the zone with each of these nameserver sets, from the day `from` (inclusive) to the day
 * `before` (exclusive). Sets without such names have no row.
 */
export const selectEarlierRegistrations = fetchRows(
  { zoneId: integer, sets: nameserverSetIds, from: integer, before: integer },
  (parameters) =>
    rawQuery(
      { setId: bulkRegistrationDay.setId, total: cast(float8, sql`sum(registrations)`) },
      (columns) => sql`select ${columns} from ${bulkRegistrationDay}
        where zone_id = ${parameters.zoneId} and set_id = any(${parameters.sets}) and day >= ${parameters.from} and day < ${parameters.before}
        group by set_id`,
    ),
);
