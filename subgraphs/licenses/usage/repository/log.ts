import { sql } from 'drizzle-orm';
import {
  array,
  bigint,
  execute,
  fetchRow,
  fetchRows,
  float8,
  integer,
  rows,
  statement,
  text,
  typed,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { usageChange, usageEntry, usageHead, usageNode } from '../../tables.js';
import { UsageChange } from '../../vocabulary.js';

/** Locks the log against other processes that append, until the end of the transaction. Does not block readers. */
export const lockUsageLog = execute(statement({}, () => sql`lock table ${usageHead} in share row exclusive mode`));

/** The newest tree head; undefined if the log is empty. */
export const selectHead = fetchRow(
  statement({}, () =>
    rows(
      { size: usageHead.size, at: usageHead.at, root: usageHead.root },
      (selected) => sql`select ${selected} from ${usageHead} order by size desc limit 1`,
    ),
  ),
);

/** Records an issued machine file, which a job appends to the log. Times are Unix epoch seconds. */
export const insertMachineFile = execute(
  statement(
    { at: float8, guid: uuid, expiresAt: float8 },
    ({ at, guid, expiresAt }) => sql`insert into ${usageChange} (at, guid, change, expires_at)
      values (${at}, ${guid}, ${UsageChange.MACHINE_FILE_ISSUED}, ${expiresAt})`,
  ),
);

/** Removes at most `limit` of the oldest changes that are not in the log yet, and returns them in any order. */
export const takeChanges = fetchRows(
  statement({ limit: integer }, ({ limit }) =>
    rows(
      {
        id: usageChange.id,
        at: usageChange.at,
        guid: usageChange.guid,
        change: usageChange.change,
        expiresAt: usageChange.expiresAt,
      },
      (selected) => sql`delete from ${usageChange}
        where id in (select id from ${usageChange} order by id limit ${limit}) returning ${selected}`,
    ),
  ),
);

/** Appends entries, the first at `position`. */
export const insertEntries = execute(
  statement(
    { position: bigint, entries: array(text) },
    ({ position, entries }) => sql`insert into ${usageEntry} (position, entry)
      select ${position} + ordinality - 1, entry from unnest(${entries}) with ordinality given (entry, ordinality)`,
  ),
);

export const insertNodes = execute(
  statement(
    { levels: array(integer), indexes: array(bigint), hashes: array(text) },
    ({ levels, indexes, hashes }) => sql`insert into ${usageNode} (level, index, hash)
      select * from unnest(${levels}, ${indexes}, ${hashes})`,
  ),
);

export const insertHead = execute(
  statement(
    { size: bigint, at: float8, root: text },
    ({ size, at, root }) => sql`insert into ${usageHead} (size, at, root) values (${size}, ${at}, ${root})`,
  ),
);

/** The stored hashes of these nodes, in hexadecimal. */
export const selectNodes = fetchRows(
  statement({ levels: array(integer), indexes: array(bigint) }, ({ levels, indexes }) =>
    rows(
      { level: usageNode.level, index: usageNode.index, hash: usageNode.hash },
      (selected) => sql`select ${selected} from ${usageNode}
        where (level, index) in (select * from unnest(${levels}, ${indexes}))`,
    ),
  ),
);

/** At most `limit` entries starting with a position, oldest first. */
export const selectEntries = fetchRows(
  statement({ position: bigint, limit: integer }, ({ position, limit }) =>
    rows(
      { position: usageEntry.position, entry: usageEntry.entry },
      (selected) => sql`select ${selected} from ${usageEntry} where position >= ${position}
        order by position limit ${limit}`,
    ),
  ),
);

const newestTypes = { before: bigint, limit: integer };

/** Entries before a position, newest first. */
export const selectNewestEntries = fetchRows(
  statement(newestTypes, ({ before, limit }) =>
    rows(
      { position: usageEntry.position, entry: usageEntry.entry },
      (selected) => sql`select ${selected} from ${usageEntry} where position < ${before}
        order by position desc limit ${limit}`,
    ),
  ),
);

/** Entries of the controller with this GUID before a position, newest first. */
export const selectNewestEntriesOf = fetchRows(
  statement({ ...newestTypes, guid: text }, ({ before, limit, guid }) =>
    rows(
      { position: usageEntry.position, entry: usageEntry.entry },
      (selected) => sql`select ${selected} from ${usageEntry}
        where entry::jsonb ->> 'guid' = ${guid} and position < ${before} order by position desc limit ${limit}`,
    ),
  ),
);

/** The number of entries of the controller with this GUID. */
export const countEntriesOf = fetchRow(
  statement({ guid: text }, ({ guid }) =>
    rows(
      { total: typed(integer, sql`count(*)::integer`) },
      (selected) => sql`select ${selected} from ${usageEntry} where entry::jsonb ->> 'guid' = ${guid}`,
    ),
  ),
);
