import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';

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

/**
 * What happened, for those who listen (events/). Whoever changes something adds to it in the same transaction; the defaults say
 * which one that is, and when.
 */
export const event = platformSchema.table(
  'event',
  {
    /** pg_current_xact_id(): what a snapshot can be compared with. */
    transaction: bigint({ mode: 'number' }).notNull().default(sql`pg_current_xact_id()::text::bigint`),
    id: bigserial({ mode: 'number' }).notNull(),
    type: text().notNull(),
    /** Null: of no tenant. */
    tenantId: text('tenant_id'),
    /** Unix epoch seconds. */
    at: doublePrecision().notNull().default(sql`extract(epoch from clock_timestamp())`),
    /** A JSON object, as it is told. */
    data: jsonb().notNull(),
  },
  (table) => [primaryKey({ name: 'event_key', columns: [table.transaction, table.id] })],
);

/** In which cluster's numbers of transactions the events are, and up to which one they were removed. One row. */
export const eventLog = platformSchema.table(
  'event_log',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Another one after each change of the cluster. */
    generation: text().notNull(),
    cluster: text().notNull(),
    removedUntil: bigint('removed_until', { mode: 'number' }).notNull(),
  },
  (table) => [check('event_log_only', sql`${table.isOnly}`)],
);
