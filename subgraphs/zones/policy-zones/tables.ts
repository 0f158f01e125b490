import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytewise, epochMilliseconds, zonesSchema } from '../tables.js';

/**
 * The tenant whose hits each response policy zone contains: docs/decisions/0097. When the tenant changes, the serial of
 * the zone increases, and incremental transfers never span the change.
 */
export const policyZone = zonesSchema.table('policy_zone', {
  /** Name of the zone, without a trailing dot. */
  zone: bytewise('zone').primaryKey(),
  /** Tenant whose hits the zone contains; null: the hits of all brands. */
  tenantId: bytewise('tenant_id'),
  /** The first serial with the hits of this tenant; 0 if it never contained those of another one. */
  firstSerial: bigint('first_serial', { mode: 'number' }).notNull(),
});

/** Clients of the response policy zones that this instance serves: resolvers and secondary servers. */
export const policyZoneClient = zonesSchema.table(
  'policy_zone_client',
  {
    /** Name of the zone, without a trailing dot. */
    zone: bytewise('zone').notNull(),
    /**
     * IP address; empty in the row that counts rejected queries for the zone, because their addresses may be spoofed.
     */
    address: text().notNull(),
    /** Serial of the zone at the last transfer; null before the first one. */
    serial: bigint({ mode: 'number' }),
    transferredAt: epochMilliseconds('transferred_at'),
    /** Time of the last request for the serial or a transfer; null if there was none. */
    requestedAt: epochMilliseconds('checked_at'),
    fullTransfers: bigint('full_transfers', { mode: 'number' }).notNull().default(0),
    incrementalTransfers: bigint('incremental_transfers', { mode: 'number' }).notNull().default(0),
    rejections: bigint('refusals', { mode: 'number' }).notNull().default(0),
    lastRejection: text('last_refusal'),
    rejectedAt: epochMilliseconds('refused_at'),
  },
  (table) => [primaryKey({ name: 'policy_zone_client_pkey', columns: [table.zone, table.address] })],
);

/** Results of notifying the configured secondary servers (NOTIFY). */
export const policyZoneNotifyResult = zonesSchema.table(
  'policy_zone_notice',
  {
    zone: bytewise('zone').notNull(),
    /** IP address. */
    address: text().notNull(),
    port: integer().notNull(),
    /** The last serial that the server has confirmed; null before the first one. */
    serial: bigint({ mode: 'number' }),
    /** Reason why the last serial was not confirmed; null if it was. */
    error: text(),
    /** Time when the last attempt ended, with or without a response. */
    endedAt: epochMilliseconds('ended_at').notNull(),
    messages: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'policy_zone_notice_pkey', columns: [table.zone, table.address, table.port] })],
);
