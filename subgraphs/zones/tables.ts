import { type Column, type SQL, sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, pgSchema, text, uniqueIndex } from 'drizzle-orm/pg-core';

/**
 * Described in docs/decisions/0012-zone-tables.md. The migration partitions `state` and `change` and makes `session`
 * unlogged; drizzle cannot express that.
 */
export const zonesSchema = pgSchema('zones');

/** Text that is compared and ordered by bytes, regardless of the collation of the database. */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A time in Unix epoch milliseconds, as in the REST service. */
export const epochMilliseconds = (name: string) => bigint(name, { mode: 'number' });

/** Reads a column of Unix epoch milliseconds as a date. */
export function dateOf<Of extends Column>(column: Of): SQL<Of['_']['notNull'] extends true ? Date : Date | null> {
  return sql`${column}`.mapWith((milliseconds: number | string) => new Date(Number(milliseconds)));
}

/** Id of a nameserver set. It exceeds JavaScript's safe integers, so it is a string of digits. */
export const nameserverSetId = customType<{ data: string }>({ dataType: () => 'bigint' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Imported zones with counts of their current state. */
export const zone = zonesSchema.table('zone', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Name of the zone without the suffix `.zone` and without dots at the ends, in lower case; the root is `root`. */
  name: bytewise('name').notNull().unique('zone_name'),
  /** Suffix that is appended to a label to form the domain: `.com`; empty for the root. */
  suffix: bytewise('suffix').notNull(),
  domains: bigint({ mode: 'number' }).notNull(),
  /** Number of active (domain, nameserver) pairs. */
  observations: bigint({ mode: 'number' }).notNull(),
  /** Ids of the first and the newest applied import of the zone, in `ingest`. */
  firstIngest: integer('first_ingest').notNull(),
  lastIngest: integer('last_ingest').notNull(),
  /** Time of the newest import, including one without changes. */
  lastImportAt: epochMilliseconds('last_import_at').notNull(),
  /**
   * SOA serial of the newest import (null if it had none), and size and digest (a key and a MAC) of its file as
   * supplied.
   */
  serial: bigint({ mode: 'number' }),
  fileBytes: bigint('file_bytes', { mode: 'number' }).notNull(),
  fileDigest: bytea('file_digest').notNull(),
});

/** Immutable nameserver sets. The id is the first 64 bits of the SHA-256 of the data. */
export const nameserverSet = zonesSchema.table('nameserver_set', {
  id: nameserverSetId().primaryKey(),
  /** Names of the nameservers, sorted, without duplicates, in lower case with the trailing dot. */
  data: text().array().notNull(),
});

/** Applied imports. Ids follow the order of commits. Rows are never deleted. */
export const ingest = zonesSchema.table(
  'ingest',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    zoneId: integer('zone_id')
      .notNull()
      .references(() => zone.id),
    /** Snapshot time of the import, which is the timestamp of its observations; increases with the id within a zone. */
    at: epochMilliseconds('at').notNull(),
    /**
     * Whether the import is the first of its zone. All names of a first import are new, and none of them is in
     * `change`.
     */
    isInitial: boolean('is_initial').notNull(),
  },
  (table) => [uniqueIndex('ingest_zone_at').on(table.zoneId, table.at), index('ingest_at').on(table.at, table.id)],
);

/** The current state: one row for each domain that is in its zone. Partitioned by zone, large zones by label. */
export const state = zonesSchema.table(
  'state',
  {
    setId: nameserverSetId('set_id').notNull(),
    zoneId: integer('zone_id').notNull(),
    /** Id of the ingest that last changed the row. */
    since: integer().notNull(),
    /** The domain without the zone's suffix, in lower case. */
    label: bytewise('label').notNull(),
    /** Ids of the ingests that added each nameserver of the set; null if `since` applies to all. */
    seen: integer().array(),
  },
  (table) => [
    uniqueIndex('state_label').on(table.zoneId, table.label),
    index('state_trigrams').using('gin', table.label.op('gin_trgm_ops')),
    // Serves the domains of a nameserver. A job creates it on the tables of earlier releases.
    index('state_set').on(table.setId, table.label),
  ],
);

/** Every change of a row of `state` after the zone's first ingest. Partitioned by periods of ten days. */
export const change = zonesSchema.table(
  'change',
  {
    /** Time of the ingest. */
    at: epochMilliseconds('at').notNull(),
    ingest: integer().notNull(),
    zoneId: integer('zone_id').notNull(),
    /** Columns of the previous row; all null if the domain was added. */
    oldSetId: nameserverSetId('old_set_id'),
    /** New nameserver set; null if the domain was removed. */
    newSetId: nameserverSetId('new_set_id'),
    oldSince: integer('old_since'),
    label: bytewise('label').notNull(),
    oldSeen: integer('old_seen').array(),
  },
  (table) => [
    index('change_label').on(table.zoneId, table.label, table.at),
    index('change_ingest').on(table.ingest, table.label),
    // Serves wildcard searches of removed names.
    index('change_gone_trigrams').using('gin', table.label.op('gin_trgm_ops')).where(sql`new_set_id is null`),
    // Serve the changes from and to a nameserver. A job creates them on the tables of earlier releases.
    index('change_old_set').on(table.oldSetId, table.ingest, table.label),
    index('change_new_set').on(table.newSetId, table.ingest, table.label),
  ],
);
