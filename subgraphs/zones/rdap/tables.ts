import { doublePrecision, index, text, uuid } from 'drizzle-orm/pg-core';
import { bytewise, zonesSchema } from '../tables.js';

/** What registries answered, as it came, until it is to be asked for again. Times are Unix epoch milliseconds. */
export const rdapAnswer = zonesSchema.table(
  'rdap_answer',
  {
    domain: bytewise('domain').primaryKey(),
    /** URL of the answer. */
    source: text().notNull(),
    /** Null: the registry knows no such domain. Text, because JSON types would change or refuse it. */
    answer: text(),
    /** The registrar's own answer, when it was asked. */
    referred: text(),
    fetchedAt: doublePrecision('fetched_at').notNull(),
    expiresAt: doublePrecision('expires_at').notNull(),
  },
  (table) => [index('rdap_answer_expired').on(table.expiresAt)],
);

/** Who is asking a registry about a domain just now. Times are the database's clock: replicas have no other in common. */
export const rdapLease = zonesSchema.table('rdap_lease', {
  domain: bytewise('domain').primaryKey(),
  holder: uuid().notNull(),
  /** Unix epoch milliseconds; a holder that died loses it then. */
  endsAt: doublePrecision('ends_at').notNull(),
});
