import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { bytewise, driveSchema } from '../tables.js';
import { ContentState, DriveChangeKind } from './vocabulary.js';

export const contentStateType = driveSchema.enum('content_state', valuesOf(ContentState));

export const changeKindType = driveSchema.enum('change_kind', valuesOf(DriveChangeKind));

/** Selects the files of a site to download: those that meet all conditions. An empty list sets no condition. */
export interface FileFilter {
  /** Paths of the folders whose files are downloaded, such as `/reports`. */
  readonly folders: readonly string[];
  /** Paths of the folders whose files are not downloaded. */
  readonly excludedFolders: readonly string[];
  /** Patterns of the names of files to download, with the wildcards `*` and `?`. */
  readonly names: readonly string[];
  readonly excludedNames: readonly string[];
  /** Maximum size of a file in bytes; null: no limit. */
  readonly maxBytes: number | null;
}

/** A filter that was applied to the items of a site. */
export interface AppliedFilter extends FileFilter {
  /** Version of the rules for comparing names with the filter; absent for the first version. */
  readonly rules?: number;
}

/** Document sites that are or were synchronized, or that are served from a folder. */
export const site = driveSchema.table('site', {
  /**
   * Site id in Microsoft Graph: a hostname and two GUIDs, separated by commas, followed by the id of the library if it
   * is not the default one.
   */
  id: bytewise().primaryKey(),
  hostname: bytewise().notNull(),
  path: bytewise().notNull(),
  name: text().notNull(),
  webUrl: text('web_url').notNull(),
  /** Number of the newest change. Numbers are assigned under the lock of this row, so they become visible in order. */
  lastChange: bigint('last_change', { mode: 'number' }).notNull().default(0),
  /**
   * Delta link for the next query; null: the next query lists the whole site. Written in one transaction with the items
   * of the previous query.
   */
  deltaLink: text('delta_link'),
  /**
   * URL of the next page of a full listing that is not complete yet, whose earlier pages are staged; null if there is
   * none. Written in one transaction with the items of each page.
   */
  listingLink: text('listing_link'),
  /** Run id under which the items of this listing are staged; null if there is no listing. */
  listingRunId: bigint('listing_run_id', { mode: 'number' }),
  /** Number of items on the staged pages of this listing. */
  listingPosition: bigint('listing_position', { mode: 'number' }).notNull().default(0),
  /** Time at which a sync last requested a full listing, because the site had missed changes; null if none did. */
  listingRequestedAtEpoch: doublePrecision('listing_requested_at'),
  /**
   * Id of the only run that may write; writes of older runs that are still active are rejected. Null: no run may write.
   */
  currentRunId: bigint('current_run_id', { mode: 'number' }),
  /** Earliest time of the next poll. */
  nextPollAtEpoch: doublePrecision('next_poll_at').notNull().default(0),
  createdAtEpoch: doublePrecision('created_at').notNull(),
  /** The filter that was last applied to the items; null: none. */
  appliedFilter: jsonb('applied_filter').$type<AppliedFilter>(),
  /** Number of the last change that was examined for mass changes; null if none was examined. */
  guardedChange: bigint('guarded_change', { mode: 'number' }),
  /** Time at which the guard first postponed its current deletion verdict; null if none is postponed. */
  deletionPostponedAtEpoch: doublePrecision('deletion_postponed_at'),
});

/** Stored contents, by their SHA-256. */
export const content = driveSchema.table(
  'content',
  {
    sha256: bytewise().primaryKey(),
    size: bigint({ mode: 'number' }).notNull(),
    quickXorHash: bytewise('quick_xor_hash').notNull(),
    storedAtEpoch: doublePrecision('stored_at').notNull(),
    /** Recognized format of the bytes, `text`, or `unknown`; null for contents stored by a version without profiles. */
    format: text(),
    entropy: doublePrecision(),
    chiSquare: doublePrecision('chi_square'),
    /**
     * Version of the text extraction that processed the content, successfully or not; null if it is not processed yet.
     */
    textVersion: integer('text_version'),
  },
  (table) => [index('content_unread').on(table.storedAtEpoch, table.sha256).where(sql`text_version is null`)],
);

/** Files and folders of sites. A deleted item remains as a tombstone. Paths are computed from the parent folders. */
export const item = driveSchema.table(
  'item',
  {
    siteId: bytewise('site_id')
      .notNull()
      .references(() => site.id),
    id: bytewise().notNull(),
    parentId: bytewise('parent_id'),
    name: bytewise().notNull(),
    isRoot: boolean('is_root').notNull(),
    isFolder: boolean('is_folder').notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    eTag: text('e_tag'),
    cTag: text('c_tag'),
    mimeType: text('mime_type'),
    webUrl: text('web_url'),
    createdAtEpoch: doublePrecision('created_at'),
    modifiedAtEpoch: doublePrecision('modified_at'),
    modifiedBy: text('modified_by'),
    /** quickXorHash of the newest content, as reported by the site; null if it reported none. */
    quickXorHash: text('quick_xor_hash'),
    /** Time of the deletion; null unless the item is a tombstone. */
    deletedAtEpoch: doublePrecision('deleted_at'),
    /** Number of the newest change of the item or its content; the key for paging delta queries. */
    change: bigint({ mode: 'number' }).notNull(),
    contentState: contentStateType('content_state').notNull(),
    /** SHA-256 of the newest stored content, even while newer content is pending; null if none is stored. */
    contentSha256: bytewise('content_sha256').references(() => content.sha256),
    /**
     * Identifies the stored content as the site reported it (see the function `contentTag`); null if none is stored.
     */
    contentTag: text('content_tag'),
    downloadAttempts: integer('download_attempts').notNull().default(0),
    downloadError: text('download_error'),
    /** Malware that the site reports in the newest content, which is then not downloaded; null if none. */
    malware: text(),
    /** Earliest time of the next download; infinity if the filter of the site excludes the file. */
    nextDownloadAtEpoch: doublePrecision('next_download_at').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'item_key', columns: [table.siteId, table.id] }),
    index('item_change').on(table.siteId, table.change),
    index('item_children').on(table.siteId, table.parentId, table.name, table.id),
    index('item_download')
      .on(table.siteId, table.nextDownloadAtEpoch, table.id)
      .where(sql`deleted_at is null and content_state in ('pending', 'failed')`),
    index('item_content').on(table.contentSha256),
    index('item_root').on(table.siteId).where(sql`is_root`),
  ],
);

/** Stored versions of the contents of items. */
export const itemVersion = driveSchema.table(
  'item_version',
  {
    siteId: bytewise('site_id').notNull(),
    itemId: bytewise('item_id').notNull(),
    /** Number of the change that stored the version. */
    change: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    sha256: bytewise()
      .notNull()
      .references(() => content.sha256),
    eTag: text('e_tag'),
    modifiedAtEpoch: doublePrecision('modified_at'),
    modifiedBy: text('modified_by'),
    storedAtEpoch: doublePrecision('stored_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'item_version_key', columns: [table.siteId, table.itemId, table.change] }),
    index('item_version_content').on(table.sha256),
  ],
);

/** Changes of items; append-only. */
export const change = driveSchema.table(
  'change',
  {
    siteId: bytewise('site_id').notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    itemId: bytewise('item_id').notNull(),
    kind: changeKindType().notNull(),
    name: text().notNull(),
    previousName: text('previous_name'),
    parentId: bytewise('parent_id'),
    previousParentId: bytewise('previous_parent_id'),
    atEpoch: doublePrecision('at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'change_key', columns: [table.siteId, table.number] }),
    index('change_of_item').on(table.siteId, table.itemId, table.number),
  ],
);

/** Items of incomplete delta queries, in order of arrival. */
export const stagedItem = driveSchema.table(
  'staged_item',
  {
    siteId: bytewise('site_id').notNull(),
    runId: bigint('run_id', { mode: 'number' }).notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    id: bytewise().notNull(),
    /** The reported properties of the item; null for a deleted item. */
    properties: jsonb('facts'),
  },
  (table) => [
    primaryKey({ name: 'staged_item_key', columns: [table.siteId, table.runId, table.position] }),
    index('staged_item_newest').on(table.siteId, table.runId, table.id, table.position),
  ],
);

/** Malware findings reported by a site, one for each item, content and malware. */
export const malwareFinding = driveSchema.table(
  'malware_finding',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    siteId: bytewise('site_id').notNull(),
    itemId: bytewise('item_id').notNull(),
    /** SHA-256 of the content tag and the malware description, which can be too long for an index. */
    fingerprint: bytewise().notNull(),
    malware: text().notNull(),
    name: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    quickXorHash: text('quick_xor_hash'),
    modifiedBy: text('modified_by'),
    foundAtEpoch: doublePrecision('found_at').notNull(),
  },
  (table) => [uniqueIndex('malware_finding_key').on(table.siteId, table.itemId, table.fingerprint)],
);

/** Contents that no item references since their site was removed; their files are deleted later. */
export const removedContent = driveSchema.table('removed_content', {
  sha256: bytewise().primaryKey(),
  removedAtEpoch: doublePrecision('removed_at').notNull(),
});
