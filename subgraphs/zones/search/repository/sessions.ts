import { eq, lte, type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  insertInto,
  integer,
  json,
  nullable,
  queryBuilder,
  type RowOfSelection,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { ingest, zone } from '../../tables.js';
import type { SessionRequest } from '../rules/parameters.js';
import { session } from '../tables.js';

const { id, name, suffix, domains, observations, firstIngest, lastIngest } = zone;
const columns = { id, name, suffix, domains, observations, firstIngest, lastIngest };
/** The zones in one snapshot, each with the newest ingest of all zones. */
const currentZonesQuery = () =>
  queryBuilder.select({ ...columns, watermark: cast(integer, sql`select max(id) from ${ingest}`) }).from(zone);

/** All zones, ordered by name, each with the newest ingest of all zones. */
export const selectZones = fetchRows({}, () => currentZonesQuery().orderBy(name));

/** The zone with this name; none if it does not exist. */
export const selectZone = fetchRows({ zoneName: text }, ({ zoneName }) =>
  currentZonesQuery().where(eq(name, zoneName)),
);

/** The data of a zone that searches need. Its counts describe the current state, and are only used for estimates. */
export type SearchZone = RowOfSelection<typeof columns>;

/**
 * The newest ingest of a zone at a time (null: before its first ingest), and the earliest time whose state can be
 * restored if the change log has all changes after `horizon`.
 */
export const selectStateTimes = fetchOne(
  { zoneId: integer, at: bigint, horizon: bigint },
  ({ zoneId, at, horizon }) => {
    const newest = (column: SQL, maxTime: SQL) =>
      sql`(select ${column} from ${ingest} where zone_id = ${zoneId} and at <= ${maxTime} order by at desc limit 1)`;
    const first = sql`(select min(at) from ${ingest} where zone_id = ${zoneId})`;
    return rawQuery(
      {
        watermark: cast(nullable(integer), newest(sql`id`, at)),
        from: cast(bigint, sql`coalesce(${newest(sql`at`, horizon)}, ${first})`),
      },
      (columns) => sql`select ${columns}`,
    );
  },
);

export interface Session<Request extends object = SessionRequest> {
  /** Newest ingest that the pages of the session show. */
  readonly watermark: number;
  readonly request: Request;
}

const sessionTypes = {
  id: uuid,
  ownerKey: text,
  watermark: integer,
  request: json<object>(),
  expiresAt: bigint,
};

/** Opens a session for its owner until `expiresAt`. */
export const insertSession = execute(sessionTypes, (values) => insertInto(session, values));

/** Extends a session that has not expired and belongs to this owner; undefined if there is none. */
export const touchSession = fetchRow({ id: uuid, ownerKey: text, now: bigint, expiresAt: bigint }, (parameters) =>
  rawQuery(
    { watermark: session.watermark, request: sql<object>`${session.request}` },
    (columns) => sql`update ${session} set expires_at = greatest(expires_at, ${parameters.expiresAt})
      where id = ${parameters.id} and account_id = ${parameters.ownerKey} and expires_at > ${parameters.now} returning ${columns}`,
  ),
);

/** Deletes the sessions that expired by `now`, in Unix epoch milliseconds. */
export const deleteExpiredSessions = execute(
  { now: bigint },
  ({ now }) => sql`delete from ${session} where ${lte(session.expiresAt, now)}`,
);
