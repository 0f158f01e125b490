import { bigserial, doublePrecision, index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { alertsSchema, bytewise, incident, interfaceType } from '../tables.js';
import { IncidentEntryKind } from '../vocabulary.js';

export const incidentEntryType = alertsSchema.enum('incident_entry_kind', valuesOf(IncidentEntryKind));

/** The timelines of incidents. Append-only. */
export const incidentEntry = alertsSchema.table(
  'incident_entry',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    incidentId: uuid('incident_id')
      .notNull()
      .references(() => incident.id),
    kind: incidentEntryType().notNull(),
    at: doublePrecision().notNull(),
    /** Id of the person who made the change; null for a change by the incident rule. */
    callerId: text('caller_id'),
    caller: text().notNull(),
    /** Interface through which the change was made; null for a change by the incident rule. */
    via: interfaceType(),
    /**
     * Number of alerts that were added, removed or moved. `alertIds` contains the ids of the first 100; for removals
     * and splits, which the incident rule reads, those of all alerts.
     */
    alertCount: integer('alert_count').notNull().default(0),
    alertIds: uuid('alert_ids').array().notNull().default([]),
    /** Id of the other incident of a merge or split; null for other changes. */
    otherId: uuid('other_id').references(() => incident.id),
    /**
     * The status, title or owner's name before the change; `after` contains the value after it. For merges and splits,
     * the title of the other incident. Null if there was no owner, and for other changes.
     */
    before: text(),
    after: text(),
    body: text(),
  },
  (table) => [index('incident_entry_of_incident').on(table.incidentId, table.id)],
);

/**
 * Candidates of the incident rule: alerts that were opened, restored or joined by an inference since the rule evaluated
 * them.
 */
export const incidentCandidate = alertsSchema.table(
  'incident_candidate',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    alertId: uuid('alert_id').notNull(),
    tenantId: bytewise('tenant_id').notNull(),
  },
  (table) => [index('incident_candidate_of_tenant').on(table.tenantId, table.id)],
);
