import { sql } from 'drizzle-orm';
import { bigint, boolean, doublePrecision, index, integer, primaryKey, unique } from 'drizzle-orm/pg-core';
import { alertsSchema, bytewise, severityType, statusType } from '../tables.js';

/**
 * Numbers of alerts of each endpoint by status and severity; suppressed alerts have separate rows
 * (docs/decisions/0092). Changes since the last fold are in {@link endpointTallyChange}.
 */
export const endpointTally = alertsSchema.table(
  'endpoint_tally',
  {
    tenantId: bytewise('tenant_id').notNull(),
    endpointId: bytewise('endpoint_id').notNull(),
    isSuppressed: boolean('is_suppressed').notNull(),
    /**
     * Numbers of alerts: by severity for the first status, then by severity for the next status, and so on, in the
     * order of the enums.
     */
    counts: integer().array().notNull(),
  },
  (table) => [
    primaryKey({ name: 'endpoint_tally_key', columns: [table.tenantId, table.endpointId, table.isSuppressed] }),
  ],
);

/** Changes of {@link endpointTally}, appended by triggers on `alert`. */
export const endpointTallyChange = alertsSchema.table(
  'endpoint_tally_change',
  {
    tenantId: bytewise('tenant_id').notNull(),
    endpointId: bytewise('endpoint_id').notNull(),
    status: statusType().notNull(),
    severity: severityType().notNull(),
    isSuppressed: boolean('is_suppressed').notNull(),
    alerts: integer().notNull(),
  },
  (table) => [index('endpoint_tally_change_tenant').on(table.tenantId)],
);

/** Number of alerts by technique: for each tenant, and for all tenants together in rows without a tenant. */
export const techniqueTally = alertsSchema.table(
  'technique_tally',
  {
    tenantId: bytewise('tenant_id'),
    technique: bytewise().notNull(),
    status: statusType().notNull(),
    severity: severityType().notNull(),
    isSuppressed: boolean('is_suppressed').notNull(),
    alerts: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    unique('technique_tally_key')
      .on(table.tenantId, table.technique, table.status, table.severity, table.isSuppressed)
      .nullsNotDistinct(),
  ],
);

/** Changes of {@link techniqueTally}, appended by triggers on `alert`. Each change has the tenant of its alert. */
export const techniqueTallyChange = alertsSchema.table(
  'technique_tally_change',
  {
    tenantId: bytewise('tenant_id').notNull(),
    technique: bytewise().notNull(),
    status: statusType().notNull(),
    severity: severityType().notNull(),
    isSuppressed: boolean('is_suppressed').notNull(),
    alerts: integer().notNull(),
  },
  (table) => [index('technique_tally_change_tenant').on(table.tenantId)],
);

/**
 * Contains a row once the tallies by endpoint and technique include the alerts that were opened before the migration
 * that added the tallies.
 */
export const tallyBackfill = alertsSchema.table('tally_backfill', {
  singleton: boolean().primaryKey().default(sql`true`),
  finishedAtEpoch: doublePrecision('finished_at').notNull(),
});
