import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytewise, epochMilliseconds, zonesSchema } from '../tables.js';

/** What resolvers and secondary servers have of the response policy zones that this instance serves. */
export const policyZoneClient = zonesSchema.table(
  'policy_zone_client',
  {
    /** Name of the zone, without a final dot. */
    zone: bytewise('zone').notNull(),
    /** IP address; empty for the queries of this zone that were rejected, whose addresses may be forged. */
    address: text().notNull(),
    /** Of the zone at the last transfer; null before the first one. */
    serial: bigint({ mode: 'number' }),
    transferredAt: epochMilliseconds('transferred_at'),
    fullTransfers: integer('full_transfers').notNull().default(0),
    incrementalTransfers: integer('incremental_transfers').notNull().default(0),
    refusals: integer().notNull().default(0),
    lastRefusal: text('last_refusal'),
    refusedAt: epochMilliseconds('refused_at'),
    /** The serial that a configured secondary server has confirmed by its response to a NOTIFY message. */
    notifiedSerial: bigint('notified_serial', { mode: 'number' }),
    notifyError: text('notify_error'),
  },
  (table) => [primaryKey({ name: 'policy_zone_client_pkey', columns: [table.zone, table.address] })],
);
