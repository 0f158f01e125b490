import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  inet,
  integer,
  pgSchema,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LicenseEndpoint, RefusalCause } from './vocabulary.js';

/** Custom migrations contain what drizzle cannot declare. Times are Unix epoch seconds. */
export const licensesSchema = pgSchema('licenses');

/** Text that is compared by bytes, regardless of the collation of the database. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * Registered controllers. Columns from `lastContact` on describe the last check-in; columns that every check-in changes
 * have no index.
 */
export const controller = licensesSchema.table(
  'controller',
  {
    guid: uuid().primaryKey(),
    /** In whole seconds, because lists are sorted by the displayed time. */
    registeredAt: bigint('registered_at', { mode: 'number' }).notNull(),
    ipAddr: text('ip_addr').notNull(),
    hostname: bytewise().notNull(),
    lastContact: doublePrecision('last_contact').notNull(),
    lastIpAddr: inet('last_ip_addr'),
    lastHostname: bytewise('last_hostname').notNull(),
    version: bytewise().notNull(),
    ipAddresses: text('ip_addresses').array().notNull(),
    macAddress: text('mac_address').notNull(),
    os: bytewise().notNull(),
    label: bytewise().notNull(),
    department: bytewise(),
  },
  (table) => [
    index('controller_registered').on(table.registeredAt, table.guid),
    index('controller_version').on(table.version, table.registeredAt, table.guid),
    index('controller_department').on(table.department, table.registeredAt, table.guid),
    index('controller_label').on(table.label, table.registeredAt, table.guid),
    index('controller_hostname').on(sql`lower(last_hostname)`),
    index('controller_address').using('gist', sql`last_ip_addr inet_ops`),
  ],
);

/** Number of registered controllers: one row, which every registration and release locks. */
export const seats = licensesSchema.table(
  'seats',
  { isOnly: boolean('is_only').primaryKey().default(true), used: integer().notNull() },
  (table) => [check('seats_only', sql`${table.isOnly}`), check('seats_used', sql`${table.used} >= 0`)],
);

/**
 * Numbers of rejected requests. Each is spread over several rows, so that concurrent rejections do not wait for each
 * other.
 */
export const refusal = licensesSchema.table(
  'refusal',
  {
    hour: bigint({ mode: 'number' }).notNull(),
    endpoint: bytewise().$type<LicenseEndpoint>().notNull(),
    cause: bytewise().$type<RefusalCause>().notNull(),
    slot: smallint().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'refusal_key', columns: [table.hour, table.endpoint, table.cause, table.slot] })],
);
