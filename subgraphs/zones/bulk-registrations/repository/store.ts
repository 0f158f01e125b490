import { sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import {
  bigint,
  cast,
  enumeration,
  execute,
  fetchOne,
  float8,
  integer,
  nullable,
  type RecordOf,
  rawQuery,
  records,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { nameserverSetId, nameserverSetIds } from '../../set-ids.js';
import { bulkRegistration, bulkRegistrationDay, bulkRegistrationKindType, bulkRegistrationName } from '../tables.js';

const registration = records({
  ...{ id: uuid, setId: nameserverSetId, kind: enumeration(bulkRegistrationKindType), pattern: text, size: integer },
  ...{ expectedSize: float8, similarity: float8, score: float8, registrations: integer },
  ...{ usualRegistrations: nullable(float8), firstAt: bigint, lastAt: bigint },
});

/** A bulk registration to store, and its names. Times are Unix epoch milliseconds. */
export type NewRegistration = RecordOf<typeof registration> & { readonly labels: readonly string[] };

/** Deletes the bulk registrations of nameserver sets on a day, and their counts. */
const deleteOfSets = execute(
  { zoneId: integer, day: integer, sets: nameserverSetIds },
  (parameters) => sql`delete from ${bulkRegistration}
      where set_id = any(${parameters.sets}) and day = ${parameters.day} and zone_id = ${parameters.zoneId}`,
);

const insertRegistrations = execute(
  { added: registration, zoneId: integer, day: integer },
  ({ added, zoneId, day }) => sql`insert into ${bulkRegistration} (id, zone_id, day, set_id, kind, pattern, size,
        expected_size, similarity, score, registrations, usual_registrations, first_at, last_at)
      select id, ${zoneId}, ${day}, set_id, kind, pattern, size,
        expected_size, similarity, score, registrations, usual_registrations, first_at, last_at from ${added}`,
);

const insertNames = execute(
  { added: records({ id: uuid, label: text }), zoneId: integer },
  ({ added, zoneId }) => sql`insert into ${bulkRegistrationName} (registration_id, zone_id, label)
      select id, ${zoneId}, label from ${added}`,
);

const storeDay = execute(
  { counted: records({ setId: nameserverSetId, names: integer }), zoneId: integer, day: integer },
  ({ counted, zoneId, day }) => sql`insert into ${bulkRegistrationDay} (zone_id, set_id, day, registrations)
      select ${zoneId}, set_id, ${day}, names from ${counted}
      on conflict (zone_id, set_id, day) do update set registrations = excluded.registrations`,
);

/** Replaces the stored bulk registrations of nameserver sets on a day. */
export async function storeRegistrations(
  transaction: TransactionSql,
  registrations: {
    zoneId: number;
    day: number;
    sets: readonly { setId: string; names: number }[];
    found: readonly NewRegistration[];
  },
): Promise<void> {
  const { zoneId, day, sets, found } = registrations;
  await deleteOfSets(transaction, { zoneId, day, sets: sets.map(({ setId }) => setId) });
  await storeDay(transaction, { counted: sets, zoneId, day });
  if (found.length === 0) return;
  await insertRegistrations(transaction, { added: found, zoneId, day });
  const names = found.flatMap(({ id, labels }) => labels.map((label) => ({ id, label })));
  await insertNames(transaction, { added: names, zoneId });
}

/**
 * Deletes bulk registrations and daily counts before the day `before`, at most `limit` of each; returns their number.
 */
export const deleteOutdatedRegistrations = fetchOne({ before: integer, limit: integer }, ({ before, limit }) =>
  rawQuery(
    { deleted: cast(integer, sql`(select count(*) from clusters) + (select count(*) from days)`) },
    (columns) => sql`with clusters as (
          delete from ${bulkRegistration} where id in (
            select id from ${bulkRegistration} where day < ${before} limit ${limit}) returning 1
        ), days as (
          delete from ${bulkRegistrationDay} where ctid in (
            select ctid from ${bulkRegistrationDay} where day < ${before} limit ${limit}) returning 1
        ) select ${columns}`,
  ),
);
