import { type Executor, runStatement } from '../../../platform/database/index.js';

/** A registry's answer as it is kept. Times are in milliseconds since the Unix epoch. */
export interface AnswerRow {
  readonly domain: string;
  readonly source: string;
  /** Null: the registry knows no such domain. */
  readonly answer: string | null;
  readonly referred: string | null;
  readonly fetchedAt: number;
  readonly expiresAt: number;
}

/** The answer about a domain that still serves at the time `now`. */
export async function selectAnswer(
  sql: Executor,
  query: { domain: string; now: number },
): Promise<AnswerRow | undefined> {
  const [row] = await runStatement<AnswerRow>(
    sql,
    `select domain, source, answer, referred, fetched_at as "fetchedAt", expires_at as "expiresAt"
    from zones.rdap_answer where domain = $1::text and expires_at > $2::float8`,
    [query.domain, query.now],
  );
  return row;
}

/** Keeps an answer in the place of the one before. */
export async function upsertAnswer(sql: Executor, row: AnswerRow): Promise<void> {
  await runStatement(
    sql,
    `insert into zones.rdap_answer (domain, source, answer, referred, fetched_at, expires_at)
    values ($1::text, $2::text, $3::text, $4::text, $5::float8, $6::float8)
    on conflict (domain) do update set source = excluded.source, answer = excluded.answer,
      referred = excluded.referred, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`,
    [row.domain, row.source, row.answer, row.referred, row.fetchedAt, row.expiresAt],
  );
}

/** Removes answers that no longer serve at the time `now`. */
export async function deleteExpiredAnswers(sql: Executor, now: number): Promise<void> {
  await runStatement(sql, 'delete from zones.rdap_answer where expires_at <= $1::float8', [now]);
}

const nowText = 'extract(epoch from clock_timestamp()) * 1000';

/** Takes the lease of a domain when nobody has it. One statement: of any number of replicas one gets it. */
export async function takeLease(
  sql: Executor,
  lease: { domain: string; holder: string; milliseconds: number },
): Promise<boolean> {
  const rows = await runStatement(
    sql,
    `insert into zones.rdap_lease as held (domain, holder, ends_at)
    values ($1::text, $2::uuid, ${nowText} + $3::float8)
    on conflict (domain) do update set holder = excluded.holder, ends_at = excluded.ends_at
      where held.ends_at <= ${nowText}
    returning 1`,
    [lease.domain, lease.holder, lease.milliseconds],
  );
  return rows.length > 0;
}

/** Gives a lease back that is still this holder's. */
export async function releaseLease(sql: Executor, lease: { domain: string; holder: string }): Promise<void> {
  await runStatement(sql, 'delete from zones.rdap_lease where domain = $1::text and holder = $2::uuid', [
    lease.domain,
    lease.holder,
  ]);
}

/** Removes what holders that died have left. */
export async function deleteEndedLeases(sql: Executor): Promise<void> {
  await runStatement(sql, `delete from zones.rdap_lease where ends_at <= ${nowText}`);
}
