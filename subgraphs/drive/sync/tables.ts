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
import { type FileFilter, site } from '../items/tables.js';
import { bytewise, driveSchema } from '../tables.js';
import { SubscriptionState, SyncOutcome, SyncTrigger } from './vocabulary.js';

export const syncTriggerType = driveSchema.enum('sync_trigger', valuesOf(SyncTrigger));

export const syncOutcomeType = driveSchema.enum('sync_outcome', valuesOf(SyncOutcome));

export const subscriptionStateType = driveSchema.enum('subscription_state', valuesOf(SubscriptionState));

/**
 * Connections to the configured site, to sites that operators added, and to formerly configured sites; also to sites
 * that were never reached.
 */
export const connection = driveSchema.table(
  'connection',
  {
    hostname: bytewise().notNull(),
    /** Path of the site, followed by `:` and the library name unless it is the default library. */
    path: bytewise().notNull(),
    siteId: bytewise('site_id').references(() => site.id),
    /** Id of the library at Microsoft Graph; null for the default library, or if not known yet. */
    driveId: bytewise('drive_id'),
    /** Time at which an operator added the site; null for a current or formerly configured site. */
    addedAtEpoch: doublePrecision('added_at'),
    /** Whether the site is paused: jobs send no requests to it. */
    isPaused: boolean('is_paused').notNull().default(false),
    /** Number of seconds between polls; null: the default. */
    pollSeconds: integer('poll_seconds'),
    /** Filter that selects the files to download; null: all files. */
    filter: jsonb().$type<FileFilter>(),
    /** Name of the file with the credentials of the application; null: the credentials in `[drive]` are used. */
    credentials: text(),
    /** Time at which an operator requested a sync that has not started yet; null if there is no such request. */
    syncRequestedAtEpoch: doublePrecision('sync_requested_at'),
    isConnected: boolean('is_connected').notNull(),
    connectedAtEpoch: doublePrecision('connected_at'),
    disconnectedAtEpoch: doublePrecision('disconnected_at'),
    /** Application roles of the last access token; null if there is no token yet, or it is not a readable JWT. */
    roles: text().array(),
    tokenExpiresAtEpoch: doublePrecision('token_expires_at'),
    lastErrorCode: text('last_error_code'),
    lastError: text('last_error'),
    lastErrorAtEpoch: doublePrecision('last_error_at'),
    /** Number of consecutive failures; 0 after a success. */
    failures: integer().notNull().default(0),
    /**
     * Time until which the circuit is open and jobs send no requests to the site; null unless the last attempt failed.
     */
    circuitOpenUntilEpoch: doublePrecision('circuit_open_until'),
  },
  (table) => [primaryKey({ name: 'connection_key', columns: [table.hostname, table.path] })],
);

/** Sync runs with their metrics. */
export const syncRun = driveSchema.table(
  'sync_run',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    siteId: bytewise('site_id')
      .notNull()
      .references(() => site.id),
    trigger: syncTriggerType().notNull(),
    outcome: syncOutcomeType().notNull(),
    startedAtEpoch: doublePrecision('started_at').notNull(),
    finishedAtEpoch: doublePrecision('finished_at'),
    pages: integer().notNull().default(0),
    itemsSeen: integer('items_seen').notNull().default(0),
    created: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    deleted: integer().notNull().default(0),
    downloads: integer().notNull().default(0),
    downloadedBytes: bigint('downloaded_bytes', { mode: 'number' }).notNull().default(0),
    resumedDownloads: integer('resumed_downloads').notNull().default(0),
    failedDownloads: integer('failed_downloads').notNull().default(0),
    throttled: integer().notNull().default(0),
    retries: integer().notNull().default(0),
    fromScratch: boolean('from_scratch').notNull().default(false),
    errorCode: text('error_code'),
    error: text(),
  },
  (table) => [index('sync_run_of_site').on(table.siteId, table.id)],
);

/** Subscriptions of this instance to the changes of document sites. */
export const subscription = driveSchema.table(
  'subscription',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    siteId: bytewise('site_id')
      .notNull()
      .references(() => site.id),
    /** Id of the subscription at Microsoft Graph; null until Microsoft Graph has confirmed the subscription. */
    remoteId: bytewise('remote_id'),
    state: subscriptionStateType().notNull(),
    resource: text().notNull(),
    notificationUrl: text('notification_url').notNull(),
    /** URL for lifecycle notifications; null if they are not requested. */
    lifecycleNotificationUrl: text('lifecycle_notification_url'),
    /** SHA-256 of each clientState that was sent to create the subscription; several if a response was lost. */
    clientStateHashes: text('client_state_hashes').array().notNull(),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    /** Time of the creation or last renewal, which granted the lifetime until `expiresAtEpoch`. */
    renewedAtEpoch: doublePrecision('renewed_at').notNull(),
    expiresAtEpoch: doublePrecision('expires_at'),
    /**
     * Expiration time that the last attempt to create the subscription requested, by which the resulting subscription
     * can be identified at the site if the response was lost; null if unknown.
     */
    requestedExpiresAtEpoch: doublePrecision('requested_expires_at'),
    /** Number of renewal requests by the site that are not fulfilled yet. */
    renewalRequests: integer('renewal_requests').notNull().default(0),
    lastNotificationAtEpoch: doublePrecision('last_notification_at'),
    lastError: text('last_error'),
    lastErrorAtEpoch: doublePrecision('last_error_at'),
  },
  (table) => [
    uniqueIndex('subscription_remote').on(table.remoteId).where(sql`state <> 'removed'`),
    uniqueIndex('subscription_in_use').on(table.siteId).where(sql`state <> 'removed'`),
  ],
);

/**
 * Reasons for a sync: received notifications and new subscriptions. Rows without a run id are not yet claimed by a sync
 * run.
 */
export const notification = driveSchema.table(
  'notification',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    siteId: bytewise('site_id').notNull(),
    subscriptionId: bigint('subscription_id', { mode: 'number' }).notNull(),
    receivedAtEpoch: doublePrecision('received_at').notNull(),
    /**
     * The lifecycle event; null for a change notification. `subscriptionCreated` is added for a new subscription,
     * because the site sent no notifications of earlier changes.
     */
    lifecycleEvent: text('lifecycle_event'),
    runId: bigint('run_id', { mode: 'number' }),
  },
  (table) => [
    index('notification_open').on(table.siteId).where(sql`run_id is null`),
    index('notification_received').on(table.receivedAtEpoch),
  ],
);

/** Total numbers of accepted and dropped notifications. */
export const receiverCount = driveSchema.table('receiver_count', {
  kind: bytewise().primaryKey(),
  count: bigint({ mode: 'number' }).notNull(),
  lastAt: doublePrecision('last_at').notNull(),
});
