import { lte, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  bigint,
  build,
  byShape,
  execute,
  fetchRow,
  insertInto,
  integer,
  json,
  nullable,
  optional,
  type RowOf,
  rows,
  run,
  statement,
  text,
  typed,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { ingest, zone } from '../../tables.js';
import type { Window } from '../rules/parameters.js';
import { session } from '../tables.js';

const { id, name, suffix, domains, observations, firstIngest, lastIngest } = zone;
const columns = { id, name, suffix, domains, observations, firstIngest, lastIngest };

const zonesNow = byShape(
  (wanted: string | null) => String(wanted === null),
  (wanted) =>
    statement({ wanted: optional(nullable(text)) }, (given) =>
      build
        .select({ ...columns, watermark: typed(integer, sql`select max(id) from ${ingest}`) })
        .from(zone)
        .where(wanted === null ? undefined : sql`${name} = ${given.wanted}`)
        .orderBy(name),
    ),
);

/** The data of a zone that searches need. The counts are current, for estimates. */
export type SearchZone = Omit<RowOf<ReturnType<typeof zonesNow>>, 'watermark'>;

/** Zones in one snapshot. */
export interface CurrentZones {
  /** Newest ingest of all zones; 0 without zones. */
  readonly watermark: number;
  readonly zones: readonly SearchZone[];
}

/** The zone with this name (null: all zones, by name) and the newest ingest, which limit what a new session shows. */
export async function selectCurrentZones(executor: Executor, requested: string | null): Promise<CurrentZones> {
  const wanted = requested?.replaceAll('\0', '?') ?? null;
  const zones = await run(executor, zonesNow(wanted), { wanted });
  return { watermark: zones[0]?.watermark ?? 0, zones };
}

/** Parameters of a session's first page and the values derived from them. Times are Unix epoch milliseconds. */
export interface SessionRequest {
  /** Null for all zones. */
  readonly zone: string | null;
  /** Text of the pattern; empty for browsing. */
  readonly search: string;
  readonly start: number | null;
  readonly end: number | null;
  /** Null for the current state. */
  readonly window: Window | null;
  /** Pairs that became inactive before this time are not part of the current state. */
  readonly inactiveFrom: number;
}

export interface Session {
  /** Newest ingest that the pages of the session show. */
  readonly watermark: number;
  readonly request: SessionRequest;
}

const sessionTypes = {
  id: uuid,
  accountId: text,
  watermark: integer,
  request: json<SessionRequest>(),
  expiresAt: bigint,
};

/** Opens a session for its owner until `expiresAt`. */
export const insertSession = execute(statement(sessionTypes, (opened) => insertInto(session, opened)));

/** Extends a session that has not expired and belongs to this owner; undefined when there is none. */
export const touchSession = fetchRow(
  statement({ id: uuid, accountId: text, now: bigint, expiresAt: bigint }, (given) =>
    rows(
      // The request is what `insertSession` wrote.
      { watermark: session.watermark, request: sql<SessionRequest>`${session.request}` },
      (columns) => sql`update ${session} set expires_at = greatest(expires_at, ${given.expiresAt})
      where id = ${given.id} and account_id = ${given.accountId} and expires_at > ${given.now} returning ${columns}`,
    ),
  ),
);

/** Deletes the sessions that expired by `now`, in Unix epoch milliseconds. */
export const deleteExpiredSessions = execute(
  statement({ now: bigint }, ({ now }) => sql`delete from ${session} where ${lte(session.expiresAt, now)}`),
);
