import { boolean, doublePrecision, index, text, uuid } from 'drizzle-orm/pg-core';
import { bytewise, zonesSchema } from '../tables.js';

/** Cached responses of registries, unchanged. Times are Unix epoch milliseconds. */
export const rdapResponse = zonesSchema.table(
  'rdap_answer',
  {
    domain: bytewise('domain').primaryKey(),
    /** URL of the response. */
    source: text().notNull(),
    /** Null if the registry has no such domain. Text, because the JSON types change or reject some documents. */
    answer: text(),
    /** Response of the registrar; null if it was not queried. */
    referred: text(),
    fetchedAt: doublePrecision('fetched_at').notNull(),
    expiresAt: doublePrecision('expires_at').notNull(),
  },
  (table) => [index('rdap_answer_expired').on(table.expiresAt)],
);

/** Leases of lookups in progress. Times are those of the database's clock, which all replicas share. */
export const rdapLease = zonesSchema.table('rdap_lease', {
  domain: bytewise('domain').primaryKey(),
  holder: uuid().notNull(),
  /** End of the lease, in Unix epoch milliseconds, in case its holder fails. */
  endsAt: doublePrecision('ends_at').notNull(),
});

/** Recent failures of lookups, so that a broken registry is not queried again and again. */
export const rdapFailure = zonesSchema.table(
  'rdap_failure',
  {
    /** A domain, or the base URL of a server that has asked not to be queried for some time. */
    subject: bytewise('subject').primaryKey(),
    /** Whether the registry did not respond in time. */
    isTimeout: boolean('is_timeout').notNull(),
    message: text().notNull(),
    expiresAt: doublePrecision('expires_at').notNull(),
  },
  (table) => [index('rdap_failure_expired').on(table.expiresAt)],
);
