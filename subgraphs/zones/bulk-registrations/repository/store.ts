import { sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import {
  array,
  bigint,
  enumeration,
  execute,
  fetchOne,
  float8,
  integer,
  nullable,
  rows,
  statement,
  text,
  typed,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { setIds } from '../../set-ids.js';
import { bulkRegistration, bulkRegistrationDay, bulkRegistrationKindType, bulkRegistrationName } from '../tables.js';
import type { BulkRegistrationKind } from '../vocabulary.js';

/** A cluster to store. Times are Unix epoch milliseconds. */
export interface NewRegistration {
  readonly id: string;
  readonly setId: string;
  readonly kind: BulkRegistrationKind;
  readonly pattern: string;
  readonly labels: readonly string[];
  readonly expectedSize: number;
  readonly similarity: number;
  readonly score: number;
  readonly registrations: number;
  readonly usualRegistrations: number | null;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Deletes the data of these sets for a day. */
const deleteOfSets = execute(
  statement(
    { zoneId: integer, day: integer, sets: setIds },
    (parameters) => sql`delete from ${bulkRegistration}
      where set_id = any(${parameters.sets}) and day = ${parameters.day} and zone_id = ${parameters.zoneId}`,
  ),
);

const insertRegistrations = execute(
  statement(
    {
      ...{ zoneId: integer, day: integer, ids: array(uuid), sets: setIds, patterns: array(text) },
      ...{ kinds: array(enumeration(bulkRegistrationKindType)), sizes: array(integer), expected: array(float8) },
      ...{ similarities: array(float8), scores: array(float8), registrations: array(integer) },
      ...{ usual: array(nullable(float8)), firstAts: array(bigint), lastAts: array(bigint) },
    },
    (parameters) => sql`insert into ${bulkRegistration} (id, zone_id, day, set_id, kind, pattern, size, expected_size,
        similarity, score, registrations, usual_registrations, first_at, last_at)
      select id, ${parameters.zoneId}, ${parameters.day}, set_id, kind, pattern, size, expected_size,
        similarity, score, registrations, usual, first_at, last_at
      from unnest(${parameters.ids}, ${parameters.sets}, ${parameters.kinds}, ${parameters.patterns}, ${parameters.sizes}, ${parameters.expected},
        ${parameters.similarities}, ${parameters.scores}, ${parameters.registrations}, ${parameters.usual}, ${parameters.firstAts},
        ${parameters.lastAts}) as added (id, set_id, kind, pattern, size, expected_size, similarity, score, registrations,
        usual, first_at, last_at)`,
  ),
);

const insertNames = execute(
  statement(
    { zoneId: integer, ids: array(uuid), labels: array(text) },
    (parameters) => sql`insert into ${bulkRegistrationName} (registration_id, zone_id, label)
      select id, ${parameters.zoneId}, label from unnest(${parameters.ids}, ${parameters.labels}) as added (id, label)`,
  ),
);

const storeDay = execute(
  statement(
    { zoneId: integer, day: integer, sets: setIds, registrations: array(integer) },
    (parameters) => sql`insert into ${bulkRegistrationDay} (zone_id, set_id, day, registrations)
      select ${parameters.zoneId}, set_id, ${parameters.day}, registrations
      from unnest(${parameters.sets}, ${parameters.registrations}) as counted (set_id, registrations)
      on conflict (zone_id, set_id, day) do update set registrations = excluded.registrations`,
  ),
);

/** Stores the clusters of these sets for a day instead of those that were stored before. */
export async function storeRegistrations(
  transaction: TransactionSql,
  stored: {
    zoneId: number;
    day: number;
    sets: readonly { setId: string; names: number }[];
    found: readonly NewRegistration[];
  },
): Promise<void> {
  const { zoneId, day, sets, found } = stored;
  const ids = sets.map(({ setId }) => setId);
  await deleteOfSets(transaction, { zoneId, day, sets: ids });
  await storeDay(transaction, { zoneId, day, sets: ids, registrations: sets.map(({ names }) => names) });
  if (found.length === 0) return;
  await insertRegistrations(transaction, {
    ...{ zoneId, day, ids: found.map(({ id }) => id), sets: found.map(({ setId }) => setId) },
    ...{ kinds: found.map(({ kind }) => kind), patterns: found.map(({ pattern }) => pattern) },
    ...{ sizes: found.map(({ labels }) => labels.length), expected: found.map(({ expectedSize }) => expectedSize) },
    ...{ similarities: found.map(({ similarity }) => similarity), scores: found.map(({ score }) => score) },
    ...{ registrations: found.map((each) => each.registrations), usual: found.map((each) => each.usualRegistrations) },
    ...{ firstAts: found.map(({ firstAt }) => firstAt), lastAts: found.map(({ lastAt }) => lastAt) },
  });
  const names = found.flatMap(({ id, labels }) => labels.map((label) => ({ id, label })));
  await insertNames(transaction, {
    ...{ zoneId, ids: names.map(({ id }) => id), labels: names.map(({ label }) => label) },
  });
}

/** Deletes clusters and numbers of days before this one, at most this many of each; returns how many. */
export const deleteOutdated = fetchOne(
  statement({ before: integer, limit: integer }, ({ before, limit }) =>
    rows(
      { deleted: typed(integer, sql`(select count(*) from clusters) + (select count(*) from days)`) },
      (columns) => sql`with clusters as (
          delete from ${bulkRegistration} where id in (
            select id from ${bulkRegistration} where day < ${before} limit ${limit}) returning 1
        ), days as (
          delete from ${bulkRegistrationDay} where ctid in (
            select ctid from ${bulkRegistrationDay} where day < ${before} limit ${limit}) returning 1
        ) select ${columns}`,
    ),
  ),
);
