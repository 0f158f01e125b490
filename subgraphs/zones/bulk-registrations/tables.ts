import { boolean, doublePrecision, foreignKey, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { bytewise, epochMilliseconds, nameserverSetId, zonesSchema } from '../tables.js';
import { BulkRegistrationKind } from './vocabulary.js';

export const bulkRegistrationKindType = zonesSchema.enum('bulk_registration_kind', valuesOf(BulkRegistrationKind));

/** Similar names that were added to a zone on one day with the same nameservers. */
export const bulkRegistration = zonesSchema.table(
  'bulk_registration',
  {
    /** Derived from the zone, the day, the nameservers and the pattern, so the same bulk registration keeps its id. */
    id: uuid().primaryKey(),
    zoneId: integer('zone_id').notNull(),
    /** UTC date, in days since the Unix epoch. */
    day: integer().notNull(),
    setId: nameserverSetId('set_id').notNull(),
    kind: bulkRegistrationKindType().notNull(),
    pattern: text().notNull(),
    /** Number of names in the bulk registration. */
    size: integer().notNull(),
    /** Number of names that would fit the pattern by chance. */
    expectedSize: doublePrecision('expected_size').notNull(),
    /** Similarity of the names, 0 to 1. */
    similarity: doublePrecision().notNull(),
    /** Score, 0 to 1; a high score suggests that the names were registered together. */
    score: doublePrecision().notNull(),
    /** Number of all names that were added to the zone on that day with these nameservers. */
    registrations: integer().notNull(),
    /** Average of `registrations` on earlier days with imports; null if there were too few such days. */
    usualRegistrations: doublePrecision('usual_registrations'),
    /** Times of the first and the last import that added one of the names. */
    firstAt: epochMilliseconds('first_at').notNull(),
    lastAt: epochMilliseconds('last_at').notNull(),
  },
  (table) => [
    index('bulk_registration_newest').on(table.day.desc().nullsFirst(), table.score.desc().nullsFirst(), table.id),
    index('bulk_registration_zone').on(
      table.zoneId,
      table.day.desc().nullsFirst(),
      table.score.desc().nullsFirst(),
      table.id,
    ),
    index('bulk_registration_set').on(table.setId, table.day),
  ],
);

export const bulkRegistrationName = zonesSchema.table(
  'bulk_registration_name',
  {
    registrationId: uuid('registration_id').notNull(),
    zoneId: integer('zone_id').notNull(),
    label: bytewise('label').notNull(),
  },
  (table) => [
    primaryKey({ name: 'bulk_registration_name_pkey', columns: [table.registrationId, table.label] }),
    foreignKey({
      name: 'bulk_registration_name_of',
      columns: [table.registrationId],
      foreignColumns: [bulkRegistration.id],
    }).onDelete('cascade'),
    index('bulk_registration_name_label').on(table.zoneId, table.label),
  ],
);

/** Numbers of names that were added to a zone on one day with the same nameservers; counts below 5 are not stored. */
export const bulkRegistrationDay = zonesSchema.table(
  'bulk_registration_day',
  {
    zoneId: integer('zone_id').notNull(),
    setId: nameserverSetId('set_id').notNull(),
    day: integer().notNull(),
    registrations: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'bulk_registration_day_pkey', columns: [table.zoneId, table.setId, table.day] }),
    index('bulk_registration_day_day').on(table.day),
  ],
);

/**
 * Progress of the search for bulk registrations, in one row: all nameserver sets up to `setId` of the ingest were
 * processed.
 */
export const bulkRegistrationProgress = zonesSchema.table('bulk_registration_feed', {
  isOnly: boolean('is_only').primaryKey(),
  ingest: integer().notNull(),
  /** Last nameserver set of the ingest that was processed; null if all its sets were processed. */
  setId: nameserverSetId('set_id'),
});
