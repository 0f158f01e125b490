import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, json, text, uuid } from 'drizzle-orm/pg-core';
import { alertsSchema, interfaceType } from '../tables.js';
import type { SuppressionCriteria } from './rules.js';

/** Suppressions: rules that suppress alerts (docs/decisions/0081). Times are Unix epoch seconds. */
export const suppression = alertsSchema.table(
  'suppression',
  {
    id: uuid().primaryKey(),
    /** The tenant whose alerts are suppressed. Null: all tenants. */
    tenantId: text('tenant_id'),
    /** The filter as the caller requested it, possibly without the tenant. */
    filter: json().$type<object>().notNull(),
    /** The criteria that the filter was converted to. */
    criteria: json().$type<SuppressionCriteria>().notNull(),
    reason: text().notNull(),
    /**
     * Id of the person responsible for the suppression. `ownerName` is the person's name when the suppression was
     * added.
     */
    ownerId: text('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    creatorName: text('creator_name').notNull(),
    via: interfaceType().notNull(),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    startsAtEpoch: doublePrecision('starts_at').notNull(),
    /** Time at which the suppression ends automatically. Null: never. */
    endsAtEpoch: doublePrecision('ends_at'),
    /** Id of the suppression that was ended when this one was added. Null: none. */
    replacesId: uuid('replaces_id'),
    /** Time at which the suppression ended. Null: it has not ended. */
    endedAtEpoch: doublePrecision('ended_at'),
    /** Name of the caller who ended the suppression. Null: it has not ended, or it ended automatically. */
    endedBy: text('ended_by'),
    /**
     * Id of the last suppressed alert that was examined for restoration. Null: none was examined, or all alerts are
     * restored.
     */
    positionId: uuid('position_id'),
    restoredCount: integer('restored_count').notNull().default(0),
    /** Number of alerts that were not restored because another suppression still applied to them. */
    stillSuppressedCount: integer('kept_count').notNull().default(0),
    /** Time at which all alerts of the suppression were restored. Null: not yet. */
    finishedAtEpoch: doublePrecision('finished_at'),
    /** Reason why the last step of restoring alerts failed. Null: it did not fail. */
    error: text(),
  },
  (table) => [
    index('suppression_newest').on(table.createdAtEpoch.desc().nullsFirst(), table.id),
    index('suppression_in_force').on(table.tenantId).where(sql`ended_at is null`),
    index('suppression_restoring').on(table.endedAtEpoch).where(sql`ended_at is not null and finished_at is null`),
  ],
);

/**
 * Effects of suppressions. An import adds one row per batch and suppression; a job replaces the rows of each
 * suppression with their sum.
 */
export const suppressionEffect = alertsSchema.table(
  'suppression_effect',
  {
    suppressionId: uuid('suppression_id').notNull(),
    /** Number of alerts that were suppressed when they were opened. */
    opened: integer().notNull(),
    /**
     * Number of suppressed alerts that were released: the suppression no longer matched after an inference joined them.
     */
    released: integer().notNull(),
  },
  (table) => [index('suppression_effect_of_rule').on(table.suppressionId)],
);
