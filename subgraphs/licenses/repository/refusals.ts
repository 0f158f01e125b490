import { type Executor, runStatement } from '../../../platform/database/index.js';
import type { LicenseEndpoint, RefusalCause } from '../vocabulary.js';

export interface RefusalKey {
  /** Unix epoch seconds of the start of the hour. */
  readonly hour: number;
  readonly endpoint: LicenseEndpoint;
  readonly cause: RefusalCause;
}

const slots = 8;

const addText = `insert into licenses.refusal as kept (hour, endpoint, cause, slot, count)
  values ($1::bigint, $2::text, $3::text, $4::smallint, 1)
  on conflict (hour, endpoint, cause, slot) do update set count = kept.count + 1`;

/** Counts one refusal. */
export async function addRefusal(sql: Executor, { hour, endpoint, cause }: RefusalKey): Promise<void> {
  await runStatement(sql, addText, [hour, endpoint, cause, Math.floor(Math.random() * slots)]);
}

const selectText = `select hour::float8 as hour, endpoint, cause, sum(count)::float8 as count from licenses.refusal
  where hour >= $1::float8 and hour < $2::float8 group by hour, endpoint, cause`;

/** Refusals of the hours that begin from one time until before another, both in Unix epoch seconds. */
export async function selectRefusals(
  sql: Executor,
  span: { from: number; until: number },
): Promise<(RefusalKey & { count: number })[]> {
  return await runStatement(sql, selectText, [span.from, span.until]);
}

/** Removes the hours before a time, in Unix epoch seconds. */
export async function deleteRefusalsBefore(sql: Executor, time: number): Promise<void> {
  await runStatement(sql, 'delete from licenses.refusal where hour < $1::float8', [time]);
}
