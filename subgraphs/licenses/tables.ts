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

/** All times are Unix epoch seconds. What drizzle cannot declare is in the custom migrations. */
export const licensesSchema = pgSchema('licenses');

/** Text that is compared and ordered by its bytes, whatever collation the database has. */
const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * Registered controllers, one row each. The columns below `lastContact` are what it sent last: they are written at every
 * check-in, so no index holds those that change each time.
 */
export const controller = licensesSchema.table(
  'controller',
  {
    guid: uuid().primaryKey(),
    registeredAt: bigint('registered_at', { mode: 'number' }).notNull(),
    ipAddr: text('ip_addr').notNull(),
    hostname: key().notNull(),
    lastContact: doublePrecision('last_contact').notNull(),
    lastIpAddr: inet('last_ip_addr'),
    lastHostname: key('last_hostname').notNull(),
    version: key().notNull(),
    ipAddresses: text('ip_addresses').array().notNull(),
    macAddress: text('mac_address').notNull(),
    os: key().notNull(),
    label: key().notNull(),
    department: key(),
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

/** How many controllers are registered: one row, whose lock every registration and every release holds. */
export const seats = licensesSchema.table(
  'seats',
  { isOnly: boolean('is_only').primaryKey().default(true), used: integer().notNull() },
  (table) => [check('seats_only', sql`${table.isOnly}`), check('seats_used', sql`${table.used} >= 0`)],
);

/** Refused requests. One count is spread over several rows, so that refusals do not wait for each other. */
export const refusal = licensesSchema.table(
  'refusal',
  {
    hour: bigint({ mode: 'number' }).notNull(),
    endpoint: key().notNull(),
    cause: key().notNull(),
    slot: smallint().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'refusal_key', columns: [table.hour, table.endpoint, table.cause, table.slot] })],
);
