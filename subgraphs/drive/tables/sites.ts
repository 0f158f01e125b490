import { bigint, boolean, doublePrecision, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { driveSchema, key } from './schema.js';

/** A document site that is or was synced. */
export const site = driveSchema.table('site', {
  /** As the graph API names it: host name and two GUIDs, separated by commas. */
  id: key().primaryKey(),
  hostname: key().notNull(),
  path: key().notNull(),
  name: text().notNull(),
  webUrl: text('web_url').notNull(),
  /** Number of the newest change. Taken under the lock of this row, so numbers become visible in their order. */
  lastChange: bigint('last_change', { mode: 'number' }).notNull().default(0),
  /** Where the next change query begins; null: from scratch. Written together with the items that led to it. */
  deltaLink: text('delta_link'),
  /** The sync whose writes count; an older one that still runs may write nothing more. */
  currentRunId: bigint('current_run_id', { mode: 'number' }),
  /** No poll before this time. */
  nextPollAt: doublePrecision('next_poll_at').notNull().default(0),
  createdAt: doublePrecision('created_at').notNull(),
});

/** What is known of the configured connection, also while no site could be reached yet. */
export const connection = driveSchema.table(
  'connection',
  {
    hostname: key().notNull(),
    path: key().notNull(),
    siteId: key('site_id').references(() => site.id),
    isConnected: boolean('is_connected').notNull(),
    connectedAt: doublePrecision('connected_at'),
    disconnectedAt: doublePrecision('disconnected_at'),
    /** Application roles of the last token; null: the token does not tell. */
    roles: text().array(),
    tokenExpiresAt: doublePrecision('token_expires_at'),
    lastErrorCode: text('last_error_code'),
    lastError: text('last_error'),
    lastErrorAt: doublePrecision('last_error_at'),
    /** Work that failed one after the other; a success makes it 0. */
    failures: integer().notNull().default(0),
    /** Until then no job asks the site for anything. */
    circuitOpenUntil: doublePrecision('circuit_open_until'),
  },
  (table) => [primaryKey({ name: 'connection_key', columns: [table.hostname, table.path] })],
);
