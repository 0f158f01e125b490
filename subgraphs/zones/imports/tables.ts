import { sql } from 'drizzle-orm';
import { bigint, doublePrecision, foreignKey, index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { bytewise, epochMilliseconds, ingest, zonesSchema } from '../tables.js';
import { ImportOutcome } from './vocabulary.js';

export const importOutcomeType = zonesSchema.enum('import_outcome', valuesOf(ImportOutcome));

/** Completed imports, regardless of their outcome. */
export const zoneImport = zonesSchema.table(
  'import',
  {
    id: uuid().primaryKey(),
    /** Name as in the table `zone`; a rejected or failed import may name a zone that does not exist. */
    zone: bytewise('zone').notNull(),
    outcome: importOutcomeType().notNull(),
    /** Ingest of an applied import; null for other outcomes. */
    ingest: integer(),
    /** Snapshot time of the import. */
    at: epochMilliseconds('at').notNull(),
    startedAt: doublePrecision('started_at').notNull(),
    endedAt: doublePrecision('ended_at').notNull(),
    /** Cause of a rejection or failure; null for other outcomes. */
    reason: text(),
    serial: bigint({ mode: 'number' }),
    bytes: bigint({ mode: 'number' }).notNull(),
    records: bigint({ mode: 'number' }).notNull(),
    domains: bigint({ mode: 'number' }).notNull(),
    observations: bigint({ mode: 'number' }).notNull(),
    addedDomains: bigint('added_domains', { mode: 'number' }).notNull(),
    removedDomains: bigint('removed_domains', { mode: 'number' }).notNull(),
    changedDomains: bigint('changed_domains', { mode: 'number' }).notNull(),
    addedObservations: bigint('added_observations', { mode: 'number' }).notNull(),
    removedObservations: bigint('removed_observations', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('import_newest').on(table.endedAt.desc().nullsFirst(), table.id),
    index('import_zone_newest').on(table.zone, table.endedAt.desc().nullsFirst(), table.id),
    index('import_applied').on(table.zone, table.at).where(sql`outcome = 'applied'`),
    foreignKey({ name: 'import_ingest', columns: [table.ingest], foreignColumns: [ingest.id] }),
  ],
);
