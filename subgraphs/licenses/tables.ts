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
import type {
  DocumentKind,
  LicenseEndpoint,
  RejectionCause,
  SeatDimension,
  UsageChange,
  WarningKind,
} from './vocabulary.js';

/** Custom migrations contain what drizzle cannot declare. Times are Unix epoch seconds. */
export const licensesSchema = pgSchema('licenses');

/** Text that is compared by bytes, regardless of the collation of the database. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * Registered controllers. Columns from `lastContact` to `department` describe the last check-in; columns that every
 * check-in changes have no index.
 */
export const controller = licensesSchema.table(
  'controller',
  {
    guid: uuid().primaryKey(),
    /** Time of the registration in whole seconds, because lists are sorted by the displayed time. */
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
    /**
     * Day of the last check-in, from the Unix epoch. Finds controllers that are past their lease by an index that most
     * check-ins do not change.
     */
    contactDay: doublePrecision('contact_day').generatedAlwaysAs(sql`floor(last_contact / 86400)`),
  },
  (table) => [
    index('controller_contact_day').on(table.contactDay),
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
 * Numbers of rejected requests. Each is spread over several rows, so concurrent rejections do not wait for each
 * other.
 */
export const rejection = licensesSchema.table(
  'refusal',
  {
    hour: bigint({ mode: 'number' }).notNull(),
    endpoint: bytewise().$type<LicenseEndpoint>().notNull(),
    cause: bytewise().$type<RejectionCause>().notNull(),
    slot: smallint().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'refusal_key', columns: [table.hour, table.endpoint, table.cause, table.slot] })],
);

/**
 * Occupied seats over time, by hour and by day. A bucket has a row for all seats, and one for each of its most frequent
 * departments and versions.
 */
export const seatCount = licensesSchema.table(
  'seat_count',
  {
    /** Length of the bucket: 3600 or 86400. */
    seconds: integer().notNull(),
    /** Start of the bucket: a multiple of its length. */
    start: bigint({ mode: 'number' }).notNull(),
    dimension: bytewise().$type<SeatDimension>().notNull(),
    /** Name of the department or version; empty for all seats, and for controllers without a department. */
    name: bytewise().notNull(),
    /** Number of occupied seats at the last sample of the bucket. */
    used: integer().notNull(),
    /** Highest number of occupied seats in the samples of the bucket. */
    peak: integer().notNull(),
    /** Seats of the license at the last sample; null without a license, and for departments and versions. */
    cap: integer(),
  },
  (table) => [
    primaryKey({ name: 'seat_count_key', columns: [table.seconds, table.start, table.dimension, table.name] }),
  ],
);

/** Active warnings. A row is inserted, or its level raised, in the transaction that publishes the warning. */
export const warning = licensesSchema.table(
  'warning',
  {
    kind: bytewise().$type<WarningKind>().notNull(),
    /** Id of the license, GUID of the controller, or version; empty for the seats. */
    subject: bytewise().notNull(),
    /** Urgency: minus the days before the end of the license or its grace period, the percentage of seats, or 0. */
    level: integer().notNull(),
    /** Time at which the warning was raised, or last became more urgent. */
    since: doublePrecision().notNull(),
    /** Time of the last check in which the license of the warning was active; null for kinds without a license. */
    checkedAt: doublePrecision('checked_at'),
  },
  (table) => [primaryKey({ name: 'warning_key', columns: [table.kind, table.subject] })],
);

/** Periods in which servers ran. The gaps between them are outages. */
export const uptime = licensesSchema.table('uptime', {
  startedAt: doublePrecision('started_at').primaryKey(),
  endedAt: doublePrecision('ended_at').notNull(),
});

/**
 * Changes that are not in the usage log yet. A trigger on `controller` inserts registrations and removals; issued
 * machine files are inserted with their entry in the audit log.
 */
export const usageChange = licensesSchema.table('usage_change', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: doublePrecision().notNull(),
  guid: uuid().notNull(),
  change: bytewise().$type<UsageChange>().notNull(),
  /** Expiration time of the machine file; null for other changes. */
  expiresAt: doublePrecision('expires_at'),
});

/**
 * Controllers that checked in, one row per statement, which are not in `usageCount` yet. Has no index, because a job
 * empties it each minute.
 */
export const usageBatch = licensesSchema.table('usage_batch', {
  /** Day from the Unix epoch. */
  day: integer().notNull(),
  guids: uuid().array().notNull(),
});

/** Numbers of check-ins by day and controller, which are stored for 92 days. */
export const usageCount = licensesSchema.table(
  'usage_count',
  { day: integer().notNull(), guid: uuid().notNull(), checkIns: integer('check_ins').notNull() },
  (table) => [primaryKey({ name: 'usage_count_key', columns: [table.day, table.guid] })],
);

/** The days whose check-ins are in the usage log, with the position of the entry. */
export const usageDay = licensesSchema.table('usage_day', {
  day: integer().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
});

/** The usage log: a Merkle tree (RFC 6962), whose leaves are the entries. Nothing changes or removes them. */
export const usageEntry = licensesSchema.table(
  'usage_entry',
  {
    /** Position in the log, from 0. */
    position: bigint({ mode: 'number' }).primaryKey(),
    /** The entry as JSON, exactly as it is hashed. */
    entry: text().notNull(),
  },
  (table) => [index('usage_entry_guid').on(sql`(entry::jsonb ->> 'guid')`, table.position)],
);

/** Hashes of the perfect subtrees of the usage log: SHA-256 in hexadecimal. */
export const usageNode = licensesSchema.table(
  'usage_node',
  { level: integer().notNull(), index: bigint({ mode: 'number' }).notNull(), hash: bytewise().notNull() },
  (table) => [primaryKey({ name: 'usage_node_key', columns: [table.level, table.index] })],
);

/** The tree heads of the usage log: its size and root after each append. */
export const usageHead = licensesSchema.table('usage_head', {
  size: bigint({ mode: 'number' }).primaryKey(),
  at: doublePrecision().notNull(),
  root: bytewise().notNull(),
});

/**
 * Documents that operators edit: the blacklist, the departments and the license. The version counts changes. Servers
 * compare it to detect them, so a row is never deleted.
 */
export const document = licensesSchema.table('document', {
  kind: bytewise().$type<DocumentKind>().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
  /** Text of the document, in the format of the file; null if the file is active. */
  text: text(),
  /** Hash of the text, which distinguishes texts of the same version, which a failover can leave. */
  digest: bigint({ mode: 'bigint' }).generatedAlwaysAs(sql`hashtextextended(text, 0)`),
  changedAt: doublePrecision('changed_at').notNull(),
  changedBy: text('changed_by').notNull(),
});
