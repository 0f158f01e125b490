import { type Executor, runStatement } from '../../../../platform/database/statement.js';

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
