import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, json, text, uuid } from 'drizzle-orm/pg-core';
import { alertsSchema, interfaceType } from '../tables.js';
import type { SuppressionCriteria } from './rules.js';

/** Rules that suppress alerts (docs/decisions/0081). Times are Unix epoch seconds. */
export const suppression = alertsSchema.table(
  'suppression',
  {
    id: uuid().primaryKey(),
    /** The tenant whose alerts the rule suppresses. Null: all tenants. */
    tenantId: text('tenant_id'),
    /** The filter as it was requested. */
    filter: json().$type<object>().notNull(),
    /** The criteria of the filter. */
    criteria: json().$type<SuppressionCriteria>().notNull(),
    reason: text().notNull(),
    /** The person responsible for the rule: the id of the viewer, and the name when the rule was added. */
    ownerId: text('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    creatorName: text('creator_name').notNull(),
    via: interfaceType().notNull(),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    startsAtEpoch: doublePrecision('starts_at').notNull(),
    /** Time at which the rule ends automatically. Null: never. */
    endsAtEpoch: doublePrecision('ends_at'),
    /** The rule that was ended when this rule was added. Null: none. */
    replacesId: uuid('replaces_id'),
    /** Time at which the rule ended. Null: it has not ended. */
    endedAtEpoch: doublePrecision('ended_at'),
    /** Name of the caller who ended the rule. Null: it has not ended, or ended automatically. */
    endedBy: text('ended_by'),
    /** Id of the last suppressed alert that was examined for restoration. Null: none, or finished. */
    positionId: uuid('position_id'),
    restoredCount: integer('restored_count').notNull().default(0),
    /** Number of alerts that were not restored, because another rule suppressed them. */
    keptCount: integer('kept_count').notNull().default(0),
    /** Time at which all alerts of the rule were restored. Null: not yet. */
    finishedAtEpoch: doublePrecision('finished_at'),
    /** Reason why the last step failed. Null: it did not fail. */
    error: text(),
  },
  (table) => [
    index('suppression_newest').on(table.createdAtEpoch.desc().nullsFirst(), table.id),
    index('suppression_in_force').on(table.tenantId).where(sql`ended_at is null`),
    index('suppression_restoring').on(table.endedAtEpoch).where(sql`ended_at is not null and finished_at is null`),
  ],
);

/**
 * Effects of rules, one row for each batch and rule; the effect of a rule is their sum. A job replaces them with it.
 */
export const suppressionEffect = alertsSchema.table(
  'suppression_effect',
  {
    suppressionId: uuid('suppression_id').notNull(),
    /** Number of alerts that were suppressed when they were opened. */
    opened: integer().notNull(),
    /** Number of suppressed alerts that the rule no longer matched after an inference joined them. */
    released: integer().notNull(),
  },
  (table) => [index('suppression_effect_of_rule').on(table.suppressionId)],
);
