import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, json, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { alertsSchema, interfaceType } from '../tables.js';
import { type AlertStatus, BulkChangeState, SkippedReason } from '../vocabulary.js';
import type { AlertCriteria } from './repository/criteria.js';

export const bulkStateType = alertsSchema.enum('bulk_change_state', valuesOf(BulkChangeState));
export const skippedReasonType = alertsSchema.enum('bulk_skipped_reason', valuesOf(SkippedReason));

/** The values that a bulk change sets: a status, a verdict with its status, or an assignee. */
export interface BulkAction {
  /** The new status; null if the bulk change sets the assignee. */
  readonly status: AlertStatus | null;
  /** The verdict; null if the bulk change sets none. */
  readonly isTruePositive: boolean | null;
  /** The new notes; null: unchanged. */
  readonly notes: string | null;
  /** The new actor; null: unchanged; empty: set to null. */
  readonly actor: string | null;
  readonly statedActor: string | null;
  /** The new assignee; null if the bulk change assigns the alerts to nobody, or does not set the assignee. */
  readonly assignee: { readonly id: string; readonly name: string } | null;
}

/** Bulk changes: changes of all alerts that match a filter. Times are Unix epoch seconds. */
export const bulkChange = alertsSchema.table(
  'bulk_change',
  {
    id: uuid().primaryKey(),
    state: bulkStateType().notNull(),
    /** Tenants to which the bulk change is restricted; null: all tenants. */
    tenants: text().array(),
    /** Id of the person who created the preview. `creatorName` is the person's name at that time. */
    creatorId: text('creator_id').notNull(),
    creatorName: text('creator_name').notNull(),
    via: interfaceType().notNull(),
    /** The filter as it was requested. */
    filter: json().$type<object>().notNull(),
    /** The criteria of the filter. Each step evaluates them again before it changes alerts. */
    criteria: json().$type<AlertCriteria>().notNull(),
    change: json().$type<BulkAction>().notNull(),
    count: integer().notNull(),
    changedCount: integer('changed_count').notNull().default(0),
    conflictCount: integer('conflict_count').notNull().default(0),
    deletedCount: integer('gone_count').notNull().default(0),
    nextChunk: integer('next_chunk').notNull().default(0),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    startedAtEpoch: doublePrecision('started_at'),
    finishedAtEpoch: doublePrecision('finished_at'),
    /** Reason why the last step failed. Null: it did not fail. */
    error: text(),
  },
  (table) => [
    index('bulk_change_newest').on(table.createdAtEpoch.desc().nullsFirst(), table.id),
    index('bulk_change_running').on(table.startedAtEpoch).where(sql`state = 'running'`),
  ],
);

/**
 * The alerts of bulk changes that have not ended, one row per step: the alert ids, and the time of each alert's last
 * triage when the preview was created.
 */
export const bulkChangeChunk = alertsSchema.table(
  'bulk_change_chunk',
  {
    changeId: uuid('change_id')
      .notNull()
      .references(() => bulkChange.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    alertIds: uuid('alert_ids').array().notNull(),
    triagedAt: doublePrecision('triaged_at').array().notNull(),
  },
  (table) => [primaryKey({ name: 'bulk_change_chunk_key', columns: [table.changeId, table.number] })],
);

/** The alerts that bulk changes skipped, with the reason. */
export const bulkChangeSkipped = alertsSchema.table(
  'bulk_change_skipped',
  {
    changeId: uuid('change_id')
      .notNull()
      .references(() => bulkChange.id, { onDelete: 'cascade' }),
    alertId: uuid('alert_id').notNull(),
    reason: skippedReasonType().notNull(),
  },
  (table) => [primaryKey({ name: 'bulk_change_skipped_key', columns: [table.changeId, table.alertId] })],
);
