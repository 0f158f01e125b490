import { type Executor, runStatement } from '../../../../platform/database/statement.js';

/** The columns of a zone that searches use. */
export interface SearchZone {
  readonly id: number;
  readonly name: string;
  /** Appended to a label to form the domain: `.com`; empty for the root. */
  readonly suffix: string;
  /** Current number, for estimates. */
  readonly domains: number;
  /** Current number of active pairs, for estimates. */
  readonly observations: number;
  readonly firstIngest: number;
  readonly lastIngest: number;
}

/** The columns of {@link SearchZone} in a table with the alias `zone`. */
export const zoneColumns = `zone.id, zone.name, zone.suffix, zone.domains::float8 as domains,
  zone.observations::float8 as observations, zone.first_ingest as "firstIngest", zone.last_ingest as "lastIngest"`;

/** Zones in one snapshot. */
export interface ZonesNow {
  /** Newest ingest of all zones; 0 without zones. */
  readonly watermark: number;
  readonly zones: readonly SearchZone[];
}

/** The zone with this name (null: all zones, by name) and the newest ingest: what a session opened now can see. */
export async function selectZonesNow(sql: Executor, name: string | null): Promise<ZonesNow> {
  const [condition, parameters] = name === null ? ['', []] : ['where name = $1', [name.replaceAll('\0', '?')]];
  const zones = await runStatement<SearchZone & { watermark: number }>(
    sql,
    `select ${zoneColumns}, (select max(id) from zones.ingest) as watermark from zones.zone ${condition} order by name`,
    parameters,
  );
  return { watermark: zones[0]?.watermark ?? 0, zones };
}

/** Parameters of a session's first page and the values derived from them. Times are Unix epoch milliseconds. */
export interface SessionRequest {
  /** Null: all zones. */
  readonly zone: string | null;
  /** Text of the pattern; empty: browsing. */
  readonly search: string;
  readonly start: number | null;
  readonly end: number | null;
  /** Null: the current state. */
  readonly window: { readonly start: number; readonly end: number } | null;
  /** Pairs that became inactive before this time are not part of the current state. */
  readonly inactiveFrom: number;
}

export interface Session {
  /** Newest ingest that the pages of the session show. */
  readonly watermark: number;
  readonly request: SessionRequest;
}

/** Opens a session for its owner until `expiresAt`. */
export async function insertSession(
  sql: Executor,
  session: Session & { id: string; owner: string; expiresAt: number },
): Promise<void> {
  const { id, owner, watermark, request, expiresAt } = session;
  await runStatement(
    sql,
    `insert into zones.session (id, account_id, watermark, request, expires_at)
    values ($1::uuid, $2, $3::int, $4::text::jsonb, $5::bigint)`,
    [id, owner, watermark, JSON.stringify(request), expiresAt],
  );
}

/** Extends a session that has not expired and belongs to this owner; undefined when there is none. */
export async function touchSession(
  sql: Executor,
  touch: { id: string; owner: string; now: number; expiresAt: number },
): Promise<Session | undefined> {
  const [session] = await runStatement<Session>(
    sql,
    `update zones.session set expires_at = greatest(expires_at, $4::bigint)
    where id = $1::uuid and account_id = $2 and expires_at > $3::bigint returning watermark, request`,
    [touch.id, touch.owner, touch.now, touch.expiresAt],
  );
  return session;
}

/** Deletes the sessions that expired by `now`, in Unix epoch milliseconds. */
export async function deleteExpiredSessions(sql: Executor, now: number): Promise<void> {
  await runStatement(sql, 'delete from zones.session where expires_at <= $1::bigint', [now]);
}
