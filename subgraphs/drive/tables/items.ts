import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { changeKindType, contentStateType, driveSchema, key } from './schema.js';
import { site } from './sites.js';

/** What is stored under its SHA-256 in the content folder. */
export const content = driveSchema.table('content', {
  sha256: key().primaryKey(),
  size: bigint({ mode: 'number' }).notNull(),
  quickXorHash: key('quick_xor_hash').notNull(),
  storedAt: doublePrecision('stored_at').notNull(),
});

/** Files and folders as the site has them. A deleted item stays as a tombstone. Paths are derived from the parents. */
export const item = driveSchema.table(
  'item',
  {
    siteId: key('site_id')
      .notNull()
      .references(() => site.id),
    id: key().notNull(),
    parentId: key('parent_id'),
    name: key().notNull(),
    isRoot: boolean('is_root').notNull(),
    isFolder: boolean('is_folder').notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    eTag: text('e_tag'),
    cTag: text('c_tag'),
    mimeType: text('mime_type'),
    webUrl: text('web_url'),
    createdAt: doublePrecision('created_at'),
    modifiedAt: doublePrecision('modified_at'),
    modifiedBy: text('modified_by'),
    /** As the site tells it; null when it tells none. */
    quickXorHash: text('quick_xor_hash'),
    /** Set exactly in tombstones. */
    deletedAt: doublePrecision('deleted_at'),
    /** Number of the newest change of this item, of its content too: what a change query pages by. */
    change: bigint({ mode: 'number' }).notNull(),
    contentState: contentStateType('content_state').notNull(),
    /** The newest content that is stored, also while a newer one is pending. */
    contentSha256: key('content_sha256').references(() => content.sha256),
    /** The tags that the site had for the stored content. */
    contentTag: text('content_tag'),
    downloadAttempts: integer('download_attempts').notNull().default(0),
    downloadError: text('download_error'),
    nextDownloadAt: doublePrecision('next_download_at').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'item_key', columns: [table.siteId, table.id] }),
    index('item_change').on(table.siteId, table.change),
    index('item_children').on(table.siteId, table.parentId, table.name, table.id),
    index('item_download')
      .on(table.siteId, table.nextDownloadAt, table.id)
      .where(sql`deleted_at is null and content_state in ('pending', 'failed')`),
    index('item_content').on(table.contentSha256),
  ],
);

/** Every content that an item has had here, the newest last. */
export const itemVersion = driveSchema.table(
  'item_version',
  {
    siteId: key('site_id').notNull(),
    itemId: key('item_id').notNull(),
    /** The change that brought it. */
    change: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    sha256: key()
      .notNull()
      .references(() => content.sha256),
    eTag: text('e_tag'),
    modifiedAt: doublePrecision('modified_at'),
    modifiedBy: text('modified_by'),
    storedAt: doublePrecision('stored_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'item_version_key', columns: [table.siteId, table.itemId, table.change] }),
    index('item_version_content').on(table.sha256),
  ],
);

/** The list of changes, in the order in which they were taken; rows are only added. */
export const change = driveSchema.table(
  'change',
  {
    siteId: key('site_id').notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    itemId: key('item_id').notNull(),
    kind: changeKindType().notNull(),
    name: text().notNull(),
    previousName: text('previous_name'),
    parentId: key('parent_id'),
    previousParentId: key('previous_parent_id'),
    at: doublePrecision().notNull(),
  },
  (table) => [
    primaryKey({ name: 'change_key', columns: [table.siteId, table.number] }),
    index('change_of_item').on(table.siteId, table.itemId, table.number),
  ],
);

/** Items that analysts linked to alerts. */
export const evidence = driveSchema.table(
  'evidence',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    alertId: uuid('alert_id').notNull(),
    siteId: key('site_id').notNull(),
    itemId: key('item_id').notNull(),
    note: text().notNull(),
    linkedBy: text('linked_by').notNull(),
    linkedAt: doublePrecision('linked_at').notNull(),
  },
  (table) => [
    uniqueIndex('evidence_of_alert').on(table.alertId, table.siteId, table.itemId),
    index('evidence_of_item').on(table.siteId, table.itemId, table.id),
  ],
);
