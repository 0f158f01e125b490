import { desc, getTableColumns, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  cast,
  execute,
  fetchRow,
  fetchRows,
  float8,
  integer,
  queryBuilder,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { usageChange, usageEntry, usageHead, usageNode } from '../../tables.js';
import { UsageChange } from '../../vocabulary.js';

/** Locks the log until the end of the transaction, against other processes that append. Does not block readers. */
export const lockUsageLog = execute({}, () => sql`lock table ${usageHead} in share row exclusive mode`);

/** The newest tree head; undefined if the log is empty. */
export const selectHead = fetchRow({}, () =>
  queryBuilder.select().from(usageHead).orderBy(desc(usageHead.size)).limit(1),
);

/** Records an issued machine file as a change, which a job appends to the log. Times are Unix epoch seconds. */
export const insertMachineFile = execute(
  { at: float8, guid: uuid, expiresAt: float8 },
  ({ at, guid, expiresAt }) => sql`insert into ${usageChange} (at, guid, change, expires_at)
      values (${at}, ${guid}, ${UsageChange.MACHINE_FILE_ISSUED}, ${expiresAt})`,
);

/** Removes at most `limit` of the oldest changes that are not in the log yet. Returns the changes in any order. */
export const takeChanges = fetchRows({ limit: integer }, ({ limit }) =>
  rawQuery(
    getTableColumns(usageChange),
    (selected) => sql`delete from ${usageChange}
        where id in (select id from ${usageChange} order by id limit ${limit}) returning ${selected}`,
  ),
);

/** Appends entries to the log. The first entry has the position `position`. */
export const insertEntries = execute(
  { position: bigint, entries: array(text) },
  ({ position, entries }) => sql`insert into ${usageEntry} (position, entry)
      select ${position} + ordinality - 1, entry from unnest(${entries}) with ordinality appended (entry, ordinality)`,
);

export const insertNodes = execute(
  { levels: array(integer), indexes: array(bigint), hashes: array(text) },
  ({ levels, indexes, hashes }) => sql`insert into ${usageNode} (level, index, hash)
      select * from unnest(${levels}, ${indexes}, ${hashes})`,
);

export const insertHead = execute(
  { size: bigint, at: float8, root: text },
  ({ size, at, root }) => sql`insert into ${usageHead} (size, at, root) values (${size}, ${at}, ${root})`,
);

/** The stored hashes of these subtrees, in hexadecimal. */
export const selectNodes = fetchRows({ levels: array(integer), indexes: array(bigint) }, ({ levels, indexes }) =>
  queryBuilder.select().from(usageNode).where(sql`(level, index) in (select * from unnest(${levels}, ${indexes}))`),
);

/** At most `limit` log entries from `position` onwards, oldest first. */
export const selectEntries = fetchRows({ position: bigint, limit: integer }, ({ position, limit }) =>
  rawQuery(
    { position: usageEntry.position, entry: usageEntry.entry },
    (selected) => sql`select ${selected} from ${usageEntry} where position >= ${position}
        order by position limit ${limit}`,
  ),
);

const newestTypes = { before: bigint, limit: integer };

/** The entries before a position, newest first. */
export const selectNewestEntries = fetchRows(newestTypes, ({ before, limit }) =>
  rawQuery(
    { position: usageEntry.position, entry: usageEntry.entry },
    (selected) => sql`select ${selected} from ${usageEntry} where position < ${before}
        order by position desc limit ${limit}`,
  ),
);

/** The entries of the controller with this GUID before a position, newest first. */
export const selectNewestEntriesOf = fetchRows({ ...newestTypes, guid: text }, ({ before, limit, guid }) =>
  rawQuery(
    { position: usageEntry.position, entry: usageEntry.entry },
    (selected) => sql`select ${selected} from ${usageEntry}
        where entry::jsonb ->> 'guid' = ${guid} and position < ${before} order by position desc limit ${limit}`,
  ),
);

/** The number of log entries of the controller with this GUID. */
export const countEntriesOf = fetchRow({ guid: text }, ({ guid }) =>
  rawQuery(
    { total: cast(integer, sql`count(*)::integer`) },
    (selected) => sql`select ${selected} from ${usageEntry} where entry::jsonb ->> 'guid' = ${guid}`,
  ),
);
