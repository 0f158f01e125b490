import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, json, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { alertsSchema, interfaceType } from '../tables.js';
import { type AlertStatus, BulkChangeState, SkippedReason } from '../vocabulary.js';
import type { AlertCriteria } from './repository/criteria.js';

export const bulkStateType = alertsSchema.enum('bulk_change_state', valuesOf(BulkChangeState));
export const skippedReasonType = alertsSchema.enum('bulk_skipped_reason', valuesOf(SkippedReason));

/** The values that a change sets: a status, a verdict with its status, or an assignee. */
export interface BulkAction {
  /** The new status; null: the change sets the assignee. */
  readonly status: AlertStatus | null;
  /** The verdict; null: none. */
  readonly isTruePositive: boolean | null;
  /** The new notes; null keeps the stored ones. */
  readonly notes: string | null;
  /** The new actor; null keeps the stored one, and an empty string sets it to null. */
  readonly actor: string | null;
  readonly statedActor: string | null;
  /** The new assignee, if the change sets the assignee; null: nobody. Otherwise null. */
  readonly assignee: { readonly id: string; readonly name: string } | null;
}

/** A change of all alerts that match a filter. Times are Unix epoch seconds. */
export const bulkChange = alertsSchema.table(
  'bulk_change',
  {
    id: uuid().primaryKey(),
    state: bulkStateType().notNull(),
    /** The tenants to which the change is restricted; null: all tenants. */
    tenants: text().array(),
    /** The viewer who made the preview: the id, and the name at that time. */
    creatorId: text('creator_id').notNull(),
    creatorName: text('creator_name').notNull(),
    via: interfaceType().notNull(),
    /** The filter as it was requested. */
    filter: json().$type<object>().notNull(),
    /** The criteria of the filter, by which steps select alerts again. */
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

/** The alerts of a change until it ends, one row per step: their ids, and when each was last triaged at the preview. */
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

/** The alerts that a change skipped, with the reason. */
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
