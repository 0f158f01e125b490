import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { valuesOf } from '../../platform/enum-values.js';
import { AlertStatus, ChangeInterface, IncidentStatus, Platform, Prediction, Severity } from './vocabulary.js';

/**
 * The PostgreSQL schema of the alerts domain. Properties are named as in the GraphQL schema. All times are Unix epoch
 * seconds, as in REST. Custom migrations contain what drizzle cannot declare, such as triggers.
 */
export const alertsSchema = pgSchema('alerts');

/** Column type of text that is compared and sorted by bytes, regardless of the collation of the database. */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

// PostgreSQL sorts the values of an enum in the order of their declaration.
export const statusType = alertsSchema.enum('alert_status', valuesOf(AlertStatus));
export const severityType = alertsSchema.enum('severity', valuesOf(Severity));
export const platformType = alertsSchema.enum('platform', valuesOf(Platform));
export const predictionType = alertsSchema.enum('prediction', valuesOf(Prediction));
export const interfaceType = alertsSchema.enum('change_interface', valuesOf(ChangeInterface));
export const incidentStatusType = alertsSchema.enum('incident_status', valuesOf(IncidentStatus));

/**
 * Incidents: alerts that are handled together. The severity and counts of an incident are computed from its alerts
 * (docs/decisions/0077).
 */
export const incident = alertsSchema.table(
  'incident',
  {
    id: uuid().primaryKey(),
    tenantId: bytewise('tenant_id').notNull(),
    title: text().notNull(),
    status: incidentStatusType().notNull(),
    /**
     * Id of the person who owns the incident. `ownerName` is the person's name at the time of the assignment. Null: no
     * owner.
     */
    ownerId: bytewise('owner_id'),
    ownerName: text('owner_name'),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    /**
     * Time of the last change to the incident, precise to the millisecond. Each change sets a later time than the
     * previous one.
     */
    updatedAtEpoch: doublePrecision('updated_at').notNull(),
    /** Time at which the title, status or owner was last set, precise to the millisecond. Null: never. */
    triagedAtEpoch: doublePrecision('triaged_at'),
    /** Id of the incident into which this one was merged. Null: not merged. It never changes once it is set. */
    mergedIntoId: uuid('merged_into_id').references((): AnyPgColumn => incident.id),
    /** Whether the incident rule opened the incident. */
    isAutomatic: boolean('is_automatic').notNull(),
    commentCount: integer('comment_count').notNull().default(0),
  },
  (table) => [
    index('incident_updated').on(table.updatedAtEpoch.desc().nullsFirst(), table.id),
    index('incident_tenant_updated').on(table.tenantId, table.updatedAtEpoch.desc().nullsFirst(), table.id),
    index('incident_merged').on(table.mergedIntoId).where(sql`merged_into_id is not null`),
  ],
);

/** Statuses of closed alerts, as a list in SQL. */
export const closedStatuses = sql.raw(`('resolved', 'false_positive')`);

export const alert = alertsSchema.table(
  'alert',
  {
    id: uuid().primaryKey(),
    tenantId: bytewise('tenant_id').notNull(),
    endpointId: bytewise('endpoint_id').notNull(),
    severity: severityType().notNull(),
    status: statusType().notNull(),
    platform: platformType().notNull(),
    attackProb: doublePrecision('attack_prob').notNull(),
    confidence: doublePrecision().notNull(),
    prediction: predictionType().notNull(),
    ttpTechniques: text('ttp_techniques').array().notNull(),
    ttpExplanation: text('ttp_explanation'),
    inferenceIds: text('inference_ids').array().notNull(),
    firstSeenEpoch: doublePrecision('first_seen').notNull(),
    lastSeenEpoch: doublePrecision('last_seen').notNull(),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    updatedAtEpoch: doublePrecision('updated_at').notNull(),
    notes: text('analyst_notes').notNull().default(''),
    actor: text('resolved_by'),
    modelName: bytewise('model_name').notNull(),
    numNodes: integer('num_nodes').notNull(),
    numEdges: integer('num_edges').notNull(),
    /**
     * Id of the person to whom the alert is assigned. `assigneeName` is the person's name at the time of the
     * assignment. Null: not assigned.
     */
    assigneeId: bytewise('assignee_id'),
    assigneeName: text('assignee_name'),
    /**
     * Time at which the status or the assignee was last set, precise to the millisecond. Each change sets a later time
     * than the previous one. Null: never. A trigger sets this time.
     */
    triagedAtEpoch: doublePrecision('triaged_at'),
    commentCount: integer('comment_count').notNull().default(0),
    /** Time of the first change from `open` to another status. Null: never. A trigger sets this time. */
    acknowledgedAtEpoch: doublePrecision('acknowledged_at'),
    /**
     * Time of the last change from a status that is not closed to a closed status. Null while the alert is not closed.
     * A trigger sets this time.
     */
    resolvedAtEpoch: doublePrecision('resolved_at'),
    /**
     * Time of the last change from a closed status to a status that is not closed. Null: never. A trigger sets this
     * time.
     */
    reopenedAtEpoch: doublePrecision('reopened_at'),
    /** Id of the incident that contains the alert. Null: none. */
    incidentId: uuid('incident_id').references(() => incident.id),
    /**
     * Ids of the suppressions that apply to the alert, never an empty array. Null: not suppressed
     * (docs/decisions/0081).
     */
    suppressedBy: uuid('suppressed_by').array(),
    /**
     * Time at which the last suppression stopped applying to the alert. Null: the alert was never suppressed, or still
     * is.
     */
    restoredAtEpoch: doublePrecision('restored_at'),
  },
  (table) => [
    // For suppressed alerts: the steps that restore them, their list, and their counts by endpoint and by rule.
    index('alert_suppressed').on(table.id).where(sql`suppressed_by is not null`),
    index('alert_suppressed_created')
      .on(table.createdAtEpoch.desc().nullsFirst(), table.id)
      .where(sql`suppressed_by is not null`),
    index('alert_suppressed_endpoint')
      .on(table.tenantId, table.endpointId, table.status)
      .where(sql`suppressed_by is not null`),
    // For counts of alerts that are not closed: finds the alerts in progress, and `endpoint` stores the number of open
    // ones.
    index('alert_in_progress')
      .on(table.tenantId, table.endpointId)
      .where(sql`status in ('acknowledged', 'investigating') and suppressed_by is null`),
    index('alert_suppressed_by').using('gin', table.suppressedBy).where(sql`suppressed_by is not null`),
    // For the alerts of an incident, its severity and its counts.
    index('alert_incident_severity').on(table.incidentId, table.severity).where(sql`incident_id is not null`),
    index('alert_assignee_created')
      .on(table.assigneeId, table.createdAtEpoch.desc().nullsFirst(), table.id)
      .where(sql`assignee_id is not null`),
    // Serves pages in list order, also filtered by tenant and status, without a sort.
    index('alert_created').on(table.createdAtEpoch.desc().nullsFirst(), table.id),
    index('alert_tenant_created').on(table.tenantId, table.createdAtEpoch.desc().nullsFirst(), table.id),
    index('alert_status_created').on(table.status, table.createdAtEpoch.desc().nullsFirst(), table.id),
    index('alert_tenant_status_created').on(
      table.tenantId,
      table.status,
      table.createdAtEpoch.desc().nullsFirst(),
      table.id,
    ),
    index('alert_last_seen').on(table.lastSeenEpoch.desc().nullsFirst(), table.id),
    index('alert_tenant_last_seen').on(table.tenantId, table.lastSeenEpoch.desc().nullsFirst(), table.id),
    index('alert_attack_prob').on(table.attackProb.desc().nullsFirst(), table.id),
    index('alert_tenant_attack_prob').on(table.tenantId, table.attackProb.desc().nullsFirst(), table.id),
    index('alert_techniques').using('gin', table.ttpTechniques),
    // Finds the alerts that an inference can join.
    index('alert_joinable')
      .on(table.tenantId, table.endpointId, table.modelName, table.lastSeenEpoch)
      .where(sql`status in ('open', 'acknowledged', 'investigating')`),
  ],
);

/** Imported inferences. The table makes imports idempotent. `alertId` is null if the inference was ignored. */
export const inference = alertsSchema.table(
  'inference',
  {
    tenantId: bytewise('tenant_id').notNull(),
    inferenceId: bytewise('inference_id').notNull(),
    alertId: uuid('alert_id'),
  },
  (table) => [primaryKey({ name: 'inference_key', columns: [table.tenantId, table.inferenceId] })],
);

/**
 * Hosts with alerts. Imports add endpoints, changes of a status update `openAlerts`, and retention deletes endpoints
 * without alerts. The counts have no default value, so an insert without them fails.
 */
export const endpoint = alertsSchema.table(
  'endpoint',
  {
    tenantId: bytewise('tenant_id').notNull(),
    hostname: bytewise().notNull(),
    platform: platformType().notNull(),
    lastAlertTimeEpoch: doublePrecision('last_alert_time').notNull(),
    totalAlerts: integer('total_alerts').notNull(),
    openAlerts: integer('open_alerts').notNull(),
  },
  (table) => [
    primaryKey({ name: 'endpoint_key', columns: [table.tenantId, table.hostname] }),
    index('endpoint_newest').on(table.lastAlertTimeEpoch.desc().nullsFirst(), table.tenantId, table.hostname),
    index('endpoint_tenant_newest').on(table.tenantId, table.lastAlertTimeEpoch.desc().nullsFirst(), table.hostname),
  ],
);

/**
 * Changes of the number of alerts by the dimensions below; the sum of all changes is the number. Triggers on `alert`
 * write each change twice: once for its tenant and once without a tenant, so totals need not read the rows of every
 * tenant.
 */
export const alertTally = alertsSchema.table('alert_tally', {
  tenantId: bytewise('tenant_id'),
  status: statusType().notNull(),
  severity: severityType().notNull(),
  platform: platformType().notNull(),
  modelName: bytewise('model_name').notNull(),
  alerts: bigint({ mode: 'number' }).notNull(),
});

/** Like {@link alertTally}, but counts only suppressed alerts, which `alertTally` includes as well. */
export const suppressedTally = alertsSchema.table(
  'suppressed_tally',
  {
    tenantId: bytewise('tenant_id'),
    status: statusType().notNull(),
    severity: severityType().notNull(),
    platform: platformType().notNull(),
    modelName: bytewise('model_name').notNull(),
    alerts: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('suppressed_tally_tenant').on(table.tenantId)],
);

/** Status transitions of alerts: one row each time a status was set, even to the same value. Append-only. */
export const alertTransition = alertsSchema.table(
  'alert_transition',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    alertId: uuid('alert_id')
      .notNull()
      .references(() => alert.id),
    at: doublePrecision().notNull(),
    fromStatus: statusType('from_status').notNull(),
    toStatus: statusType('to_status').notNull(),
    caller: text().notNull(),
    statedActor: text('resolved_by'),
    notes: text(),
    via: interfaceType().notNull(),
  },
  (table) => [index('alert_transition_of_alert').on(table.alertId, table.id)],
);

/** Assignments of alerts: one row each time an assignee was set, even to the same person. Append-only. */
export const alertAssignment = alertsSchema.table(
  'alert_assignment',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    alertId: uuid('alert_id')
      .notNull()
      .references(() => alert.id, { onDelete: 'cascade' }),
    at: doublePrecision().notNull(),
    /** Id of the previous assignee; `fromName` is the assignee's name. Null: not assigned. */
    fromId: text('from_id'),
    fromName: text('from_name'),
    toId: text('to_id'),
    toName: text('to_name'),
    caller: text().notNull(),
    via: interfaceType().notNull(),
  },
  (table) => [index('alert_assignment_of_alert').on(table.alertId, table.id)],
);

/**
 * All verdicts on alerts. Append-only except for `isLatest`, which marks the latest verdict of each alert for the model
 * precision.
 */
export const alertVerdict = alertsSchema.table(
  'alert_verdict',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    alertId: uuid('alert_id')
      .notNull()
      .references(() => alert.id),
    tenantId: bytewise('tenant_id').notNull(),
    modelName: bytewise('model_name').notNull(),
    isTruePositive: boolean('is_true_positive').notNull(),
    isLatest: boolean('is_latest').notNull(),
    at: doublePrecision().notNull(),
    caller: text().notNull(),
    statedActor: text('analyst'),
    notes: text(),
    via: interfaceType().notNull(),
  },
  (table) => [
    index('alert_verdict_of_alert').on(table.alertId, table.id),
    index('alert_verdict_precision').on(table.tenantId, table.modelName, table.isTruePositive).where(sql`is_latest`),
  ],
);
