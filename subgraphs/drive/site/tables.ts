import { bigint, doublePrecision, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { site } from '../items/tables.js';
import { bytewise, driveSchema } from '../tables.js';

/** Clients that may read the mirror. */
export const mirrorClient = driveSchema.table(
  'mirror_client',
  {
    id: bytewise().primaryKey(),
    name: bytewise().notNull(),
    /** SHA-256 of the client secret. An unsalted hash suffices, because the secret is random. */
    secretHash: bytewise('secret_hash').notNull(),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    lastTokenAtEpoch: doublePrecision('last_token_at'),
  },
  (table) => [uniqueIndex('mirror_client_name').on(table.name)],
);

/** Keys that sign access tokens and download links, shared by all processes. */
export const mirrorKey = driveSchema.table('mirror_key', {
  name: bytewise().primaryKey(),
  /** The key: 256 random bits in base64. */
  secret: text().notNull(),
});

/** Subscriptions of mirror clients. */
export const mirrorSubscription = driveSchema.table(
  'mirror_subscription',
  {
    id: bytewise().primaryKey(),
    clientId: bytewise('client_id')
      .notNull()
      .references(() => mirrorClient.id, { onDelete: 'cascade' }),
    siteId: bytewise('site_id')
      .notNull()
      .references(() => site.id),
    resource: text().notNull(),
    notificationUrl: text('notification_url').notNull(),
    /** The client state; null if none. It is not hashed, because each notification contains it. */
    clientState: text('client_state'),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    expiresAtEpoch: doublePrecision('expires_at').notNull(),
    /** Number of the newest change that the client was notified of. */
    notifiedChange: bigint('notified_change', { mode: 'number' }).notNull(),
    failures: integer().notNull().default(0),
    /** Earliest time of the next notification attempt. */
    nextAttemptAtEpoch: doublePrecision('next_attempt_at').notNull().default(0),
  },
  (table) => [
    index('mirror_subscription_of_client').on(table.clientId),
    index('mirror_subscription_of_site').on(table.siteId),
  ],
);

/** Entries of the served folder as of the last scan, used to recognize renamed and moved files. */
export const folderEntry = driveSchema.table(
  'folder_entry',
  {
    siteId: bytewise('site_id')
      .notNull()
      .references(() => site.id),
    itemId: bytewise('item_id').notNull(),
    /** Path relative to the served folder, with `/` as separator. */
    path: bytewise().notNull(),
    /**
     * Inode number in the file system, followed by a space and the time of creation in nanoseconds since the Unix
     * epoch. Releases that ignored the time of creation wrote the inode number only.
     */
    inode: bytewise().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /**
     * Time of the last modification in nanoseconds since the Unix epoch; text, because it exceeds the precision of a
     * number.
     */
    modified: text().notNull(),
    sha256: bytewise(),
    quickXorHash: text('quick_xor_hash'),
  },
  (table) => [primaryKey({ name: 'folder_entry_key', columns: [table.siteId, table.itemId] })],
);
