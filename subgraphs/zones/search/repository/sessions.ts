import { type Executor, runStatement } from '../../../../platform/database/statement.js';

/** A zone as searches need it. */
export interface SearchZone {
  readonly id: number;
  readonly name: string;
  /** What follows a label to make a domain: `.com`; empty for the root. */
  readonly suffix: string;
  /** Now; for estimates. */
  readonly domains: number;
  /** Active pairs now; for estimates. */
  readonly observations: number;
  readonly firstIngest: number;
  readonly lastIngest: number;
}

/** The columns of a zone, of a table called `zone`. */
export const zoneColumns = `zone.id, zone.name, zone.suffix, zone.domains::float8 as domains,
  zone.observations::float8 as observations, zone.first_ingest as "firstIngest", zone.last_ingest as "lastIngest"`;

/** The zones of one moment. */
export interface ZonesNow {
  /** The newest ingest of all; 0 where no zone is there. */
  readonly watermark: number;
  readonly zones: readonly SearchZone[];
}

/** The zone of this name, or (null) all zones by name, and the newest ingest: what a session that opens now may see. */
export async function selectZonesNow(sql: Executor, name: string | null): Promise<ZonesNow> {
  const [condition, parameters] = name === null ? ['', []] : ['where name = $1', [name.replaceAll('\0', '?')]];
  const zones = await runStatement<SearchZone & { watermark: number }>(
    sql,
    `select ${zoneColumns}, (select max(id) from zones.ingest) as watermark from zones.zone ${condition} order by name`,
    parameters,
  );
  return { watermark: zones[0]?.watermark ?? 0, zones };
}

/** What a session keeps of its first page: the parameters, and what they came to. Times are Unix epoch milliseconds. */
export interface SessionRequest {
  /** Null: all zones. */
  readonly zone: string | null;
  /** As `parseSearch` reads it; empty: browsing. */
  readonly search: string;
  readonly start: number | null;
  readonly end: number | null;
  /** Null: the current state. */
  readonly window: { readonly start: number; readonly end: number } | null;
  /** From when on pairs that became inactive are told in the current state. */
  readonly inactiveFrom: number;
}

export interface Session {
  /** The newest ingest that its pages show. */
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

/** Moves the end of a session that is alive and of this owner; undefined when there is none. */
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

/** Removes the sessions that ended before this moment, in milliseconds since the Unix epoch. */
export async function deleteExpiredSessions(sql: Executor, now: number): Promise<void> {
  await runStatement(sql, 'delete from zones.session where expires_at <= $1::bigint', [now]);
}
