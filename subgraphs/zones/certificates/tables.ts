import { bigint, index, integer, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { brand, brandHitKindType } from '../brands/tables.js';
import { bytea, bytewise, epochMilliseconds, zonesSchema } from '../tables.js';

/** Progress of following the configured logs: docs/decisions/0102. All times are Unix epoch milliseconds. */
export const certificateLog = zonesSchema.table('certificate_log', {
  /** URL of the log, as in the settings. */
  url: bytewise('url').primaryKey(),
  /** Index of the next entry to read; null before the first tree head. */
  position: bigint({ mode: 'number' }),
  /** Size of the newest verified tree head; null before the first one. */
  treeSize: bigint('tree_size', { mode: 'number' }),
  rootHash: bytea('root_hash'),
  treeAt: epochMilliseconds('tree_at'),
  lastAttemptAt: epochMilliseconds('last_attempt_at'),
  /** Cause of the last failure to read the log; null if the last attempt did not fail. */
  error: text(),
  /** Number of consecutive failed attempts to read the log. */
  failures: integer().notNull().default(0),
  nextAttemptAt: epochMilliseconds('next_attempt_at').notNull(),
});

/** Certificates with names that imitate brands, each once, even if several logs contain it or its precertificate. */
export const certificate = zonesSchema.table(
  'certificate',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Distinguished name of the issuer. */
    issuer: text().notNull(),
    /** Serial number in lower-case hexadecimal. */
    serialNumber: text('serial_number').notNull(),
    /** DNS names of the certificate, in lower case. */
    names: text().array().notNull(),
    notBefore: epochMilliseconds('not_before').notNull(),
    notAfter: epochMilliseconds('not_after').notNull(),
    /** URL of the log in which the certificate was seen first. */
    logUrl: text('log_url').notNull(),
    entryIndex: bigint('entry_index', { mode: 'number' }).notNull(),
    loggedAt: epochMilliseconds('logged_at').notNull(),
  },
  (table) => [
    unique('certificate_identity').on(table.issuer, table.serialNumber),
    index('certificate_end').on(table.notAfter),
  ],
);

/** Certificate names that imitate brands, once for each brand and certificate. */
export const brandCertificate = zonesSchema.table(
  'brand_certificate',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brand.id, { onDelete: 'cascade' }),
    certificateId: uuid('certificate_id')
      .notNull()
      .references(() => certificate.id, { onDelete: 'cascade' }),
    /** The certificate name without a leading `*.`. */
    name: bytewise('name').notNull(),
    /**
     * The zone and the label of the registered domain; the hit of the brand with this domain has the same zone and
     * label.
     */
    zone: bytewise('zone').notNull(),
    label: bytewise('label').notNull(),
    kind: brandHitKindType().notNull(),
    distance: integer().notNull(),
    loggedAt: epochMilliseconds('logged_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.certificateId, table.name] }),
    index('brand_certificate_domain').on(table.brandId, table.zone, table.label),
    index('brand_certificate_of').on(table.certificateId),
  ],
);
