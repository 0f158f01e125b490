import { and, eq, lte, not, sql } from 'drizzle-orm';
import {
  execute,
  fetchRow,
  float8,
  hasPassed,
  hasRow,
  insertInto,
  nullable,
  queryBuilder,
  type RowOf,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { maxLifetimeMs } from '../rules/lifetimes.js';
import { rdapLease, rdapResponse } from '../tables.js';

/** The stored response about a domain, unless the response has expired at the time `now`. */
export const selectResponse = fetchRow({ domain: text, now: float8 }, ({ domain, now }) =>
  queryBuilder
    .select()
    .from(rdapResponse)
    .where(
      and(eq(rdapResponse.domain, domain), not(hasPassed(rdapResponse.expiresAt, { now, maxPause: maxLifetimeMs }))),
    ),
);

/** A stored response. Times are Unix epoch milliseconds. */
export type ResponseRow = RowOf<typeof selectResponse>;

const responseTypes = {
  ...{ domain: text, source: text, body: nullable(text), referred: nullable(text) },
  ...{ fetchedAt: float8, expiresAt: float8 },
};

/** Stores a response, replacing the previous one. */
export const upsertResponse = execute(
  responseTypes,
  (row) => sql`${insertInto(rdapResponse, row)} on conflict (domain) do update set source = excluded.source,
      answer = excluded.answer, referred = excluded.referred, fetched_at = excluded.fetched_at,
      expires_at = excluded.expires_at`,
);

/** Deletes responses that have expired at the time `now`. */
export const deleteExpiredResponses = execute(
  { now: float8 },
  ({ now }) => sql`delete from ${rdapResponse} where ${lte(rdapResponse.expiresAt, now)}`,
);

const databaseTime = sql`extract(epoch from clock_timestamp()) * 1000`;

/** Releases a lease if it still belongs to this holder. */
export const releaseLease = execute(
  { subject: text, holder: uuid },
  ({ subject, holder }) =>
    sql`delete from ${rdapLease} where ${and(eq(rdapLease.subject, subject), eq(rdapLease.holder, holder))}`,
);

/** Deletes the leases of holders that ended without releasing them. */
export const deleteEndedLeases = execute(
  {},
  () => sql`delete from ${rdapLease} where ${rdapLease.endsAt} <= ${databaseTime}`,
);

/**
 * Acquires the lease of a subject, or extends that of this holder; false if another holder has it. A single statement,
 * so exactly one replica acquires it.
 */
export const acquireLease = hasRow(
  { subject: text, holder: uuid, leaseMs: float8 },
  ({ subject, holder, leaseMs }) =>
    sql`${insertInto(rdapLease, { subject, holder, endsAt: sql`${databaseTime} + ${leaseMs}` })}
      on conflict (domain) do update set holder = excluded.holder, ends_at = excluded.ends_at
        where rdap_lease.ends_at <= ${databaseTime} or rdap_lease.holder = excluded.holder
      returning domain`,
);
