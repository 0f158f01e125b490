import { doublePrecision, integer, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core';

export const platformSchema = pgSchema('platform');

/** What rate-windows.ts counts. Unlogged (by hand in its migration): a crash of the database forgives, a count costs no flush. */
export const rateWindow = platformSchema.table(
  'rate_window',
  {
    scope: text('scope').notNull(),
    subject: text('subject').notNull(),
    /** Unix epoch seconds. */
    startsAt: doublePrecision('starts_at').notNull(),
    endsAt: doublePrecision('ends_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ name: 'rate_window_pkey', columns: [table.scope, table.subject] })],
);
