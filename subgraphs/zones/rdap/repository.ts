import { and, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/index.js';
import {
  build,
  float8,
  nullable,
  type RowOf,
  rows,
  run,
  runForOne,
  statement,
  text,
  uuid,
} from '../../../platform/database/statements/index.js';
import { rdapAnswer, rdapLease } from './tables.js';

const currentAnswer = statement({ domain: text, now: float8 }, ({ domain, now }) =>
  build
    .select()
    .from(rdapAnswer)
    .where(and(eq(rdapAnswer.domain, domain), gt(rdapAnswer.expiresAt, now))),
);

/** A stored response. Times are in milliseconds since the Unix epoch. */
export type AnswerRow = RowOf<typeof currentAnswer>;

/** The response about a domain that has not expired at the time `now`. */
export async function selectAnswer(
  executor: Executor,
  query: { domain: string; now: number },
): Promise<AnswerRow | undefined> {
  return await runForOne(executor, currentAnswer, query);
}

const answerTypes = {
  ...{ domain: text, source: text, answer: nullable(text), referred: nullable(text) },
  ...{ fetchedAt: float8, expiresAt: float8 },
};
const storedAnswer = statement(answerTypes, (row) =>
  rows(
    {},
    () => sql`insert into ${rdapAnswer} (domain, source, answer, referred, fetched_at, expires_at)
    values (${row.domain}, ${row.source}, ${row.answer}, ${row.referred}, ${row.fetchedAt}, ${row.expiresAt})
    on conflict (domain) do update set source = excluded.source, answer = excluded.answer,
      referred = excluded.referred, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`,
  ),
);

/** Stores a response in place of the previous one. */
export async function upsertAnswer(executor: Executor, row: AnswerRow): Promise<void> {
  await run(executor, storedAnswer, row);
}

const expiredAnswers = statement({ now: float8 }, ({ now }) =>
  rows({}, () => sql`delete from ${rdapAnswer} where ${rdapAnswer.expiresAt} <= ${now}`),
);

/** Deletes responses that have expired at the time `now`. */
export async function deleteExpiredAnswers(executor: Executor, now: number): Promise<void> {
  await run(executor, expiredAnswers, { now });
}

const databaseTime = sql`extract(epoch from clock_timestamp()) * 1000`;

const takenLease = statement({ domain: text, holder: uuid, milliseconds: float8 }, (lease) =>
  rows(
    { domain: rdapLease.domain },
    () => sql`insert into ${rdapLease} as held (domain, holder, ends_at)
    values (${lease.domain}, ${lease.holder}, ${databaseTime} + ${lease.milliseconds})
    on conflict (domain) do update set holder = excluded.holder, ends_at = excluded.ends_at
      where held.ends_at <= ${databaseTime}
    returning held.domain`,
  ),
);

/** Takes the lease of a domain unless another holder has it. One statement: exactly one replica gets it. */
export async function takeLease(
  executor: Executor,
  lease: { domain: string; holder: string; milliseconds: number },
): Promise<boolean> {
  return (await runForOne(executor, takenLease, lease)) !== undefined;
}

const releasedLease = statement({ domain: text, holder: uuid }, ({ domain, holder }) =>
  rows(
    {},
    () => sql`delete from ${rdapLease} where ${rdapLease.domain} = ${domain} and ${rdapLease.holder} = ${holder}`,
  ),
);

/** Releases a lease if it still belongs to this holder. */
export async function releaseLease(executor: Executor, lease: { domain: string; holder: string }): Promise<void> {
  await run(executor, releasedLease, lease);
}

const endedLeases = statement({}, () =>
  rows({}, () => sql`delete from ${rdapLease} where ${rdapLease.endsAt} <= ${databaseTime}`),
);

/** Deletes the leases of holders that ended without releasing them. */
export async function deleteEndedLeases(executor: Executor): Promise<void> {
  await run(executor, endedLeases);
}
