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

/**
 * The PostgreSQL schema of the licenses domain. Times are Unix epoch seconds. Custom migrations contain what drizzle
 * cannot declare.
 */
export const licensesSchema = pgSchema('licenses');

/** Column type of text that is compared by bytes, regardless of the collation of the database. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * Registered controllers. The columns from `lastContact` to `department` describe the last check-in. Columns that every
 * check-in changes have no index.
 */
export const controller = licensesSchema.table(
  'controller',
  {
    guid: uuid().primaryKey(),
    /** Time of the registration, in whole seconds, because lists are sorted by the displayed time. */
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
     * Day of the last check-in, counted from the Unix epoch. An index on it finds controllers whose lease has expired,
     * and most check-ins do not change the index.
     */
    contactDay: doublePrecision('contact_day').generatedAlwaysAs(sql`floor(last_contact / 86400)`),
  },
  (table) => [
    index('controller_contact_day').on(table.contactDay),
    index('controller_registered').on(table.registeredAt, table.guid),
    index('controller_version').on(table.version, table.registeredAt, table.guid),
    index('controller_department').on(table.department, table.registeredAt, table.guid),
    index('controller_label').on(table.label, table.registeredAt, table.guid),
    // Finds controllers by hostname and by domain: reversed hostnames in the same domain have a common prefix.
    index('controller_reversed_hostname').on(sql`reverse(lower(last_hostname collate "default")) collate "C"`),
    // Only the previous release uses this index, and `controller_hostname_backwards` of a custom migration.
    index('controller_hostname').on(sql`lower(last_hostname)`),
    index('controller_address').using('gist', sql`last_ip_addr inet_ops`),
  ],
);

/** Number of registered controllers: a single row. Every registration and release locks it. */
export const seats = licensesSchema.table(
  'seats',
  { isOnly: boolean('is_only').primaryKey().default(true), used: integer().notNull() },
  (table) => [check('seats_only', sql`${table.isOnly}`), check('seats_used', sql`${table.used} >= 0`)],
);

/**
 * Numbers of rejected requests. Each number is distributed over several rows, so concurrent rejections do not wait for
 * each other.
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
 * Occupied seats over time, in buckets of an hour and of a day. A bucket has one row for all seats, and one for each of
 * its most frequent departments and versions.
 */
export const seatCount = licensesSchema.table(
  'seat_count',
  {
    /** Length of the bucket in seconds: 3600 or 86400. */
    seconds: integer().notNull(),
    /** Start of the bucket in Unix epoch seconds; a multiple of the bucket's length. */
    start: bigint({ mode: 'number' }).notNull(),
    dimension: bytewise().$type<SeatDimension>().notNull(),
    /** Name of the department or version; empty for the row of all seats, and for controllers without a department. */
    name: bytewise().notNull(),
    /** Number of occupied seats in the last sample of the bucket. */
    used: integer().notNull(),
    /** Maximum number of occupied seats in the samples of the bucket. */
    peak: integer().notNull(),
    /**
     * Number of seats of the license at the last sample of the bucket; null if there was no license, and for rows of
     * departments and versions.
     */
    cap: integer(),
  },
  (table) => [
    primaryKey({ name: 'seat_count_key', columns: [table.seconds, table.start, table.dimension, table.name] }),
  ],
);

/** Active warnings. The transaction that publishes a warning inserts its row or raises the level of the row. */
export const warning = licensesSchema.table(
  'warning',
  {
    kind: bytewise().$type<WarningKind>().notNull(),
    /**
     * Subject of the warning: id of the license, GUID of the controller, or version; empty for warnings about seats.
     */
    subject: bytewise().notNull(),
    /**
     * Urgency. For the end of a license or grace period: minus the number of days of the reached threshold, or 0 after
     * the end. For seats: the reached percentage of occupied seats. For other kinds: 0.
     */
    level: integer().notNull(),
    /** Time at which the warning was raised or last became more urgent, in Unix epoch seconds. */
    since: doublePrecision().notNull(),
    /**
     * Time of the last check that found the warning's license active, or any license for warnings about seats. Null for
     * warnings without a license, and for warnings about seats of an earlier release.
     */
    checkedAt: doublePrecision('checked_at'),
  },
  (table) => [primaryKey({ name: 'warning_key', columns: [table.kind, table.subject] })],
);

/** Periods in which servers ran. Gaps between the periods are outages. */
export const uptime = licensesSchema.table('uptime', {
  startedAt: doublePrecision('started_at').primaryKey(),
  endedAt: doublePrecision('ended_at').notNull(),
});

/**
 * Changes that are not in the usage log yet. A trigger on `controller` inserts registrations and removals. Issued
 * machine files are inserted together with their audit entry.
 */
export const usageChange = licensesSchema.table('usage_change', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: doublePrecision().notNull(),
  guid: uuid().notNull(),
  change: bytewise().$type<UsageChange>().notNull(),
  /** Expiration time of the issued machine file; null for other changes. */
  expiresAt: doublePrecision('expires_at'),
});

/**
 * Controllers that checked in and are not in `usageCount` yet, one row per statement and day. The table has no index,
 * because a job empties it each minute.
 */
export const usageBatch = licensesSchema.table('usage_batch', {
  /** Day, counted from the Unix epoch. */
  day: integer().notNull(),
  guids: uuid().array().notNull(),
});

/** Numbers of check-ins by day and controller, stored for 92 days. */
export const usageCount = licensesSchema.table(
  'usage_count',
  { day: integer().notNull(), guid: uuid().notNull(), checkIns: integer('check_ins').notNull() },
  (table) => [primaryKey({ name: 'usage_count_key', columns: [table.day, table.guid] })],
);

/** The days whose check-ins are in the usage log, each with the position of its entry. */
export const usageDay = licensesSchema.table('usage_day', {
  day: integer().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
});

/** The usage log: a Merkle tree (RFC 6962) whose leaves are the entries. Entries are never changed or deleted. */
export const usageEntry = licensesSchema.table(
  'usage_entry',
  {
    /** Position of the entry in the log, starting at 0. */
    position: bigint({ mode: 'number' }).primaryKey(),
    /** The entry as JSON, exactly as hashed. */
    entry: text().notNull(),
  },
  (table) => [index('usage_entry_guid').on(sql`(entry::jsonb ->> 'guid')`, table.position)],
);

/** Hashes of the perfect subtrees of the usage log's Merkle tree: SHA-256 in hexadecimal. */
export const usageNode = licensesSchema.table(
  'usage_node',
  { level: integer().notNull(), index: bigint({ mode: 'number' }).notNull(), hash: bytewise().notNull() },
  (table) => [primaryKey({ name: 'usage_node_key', columns: [table.level, table.index] })],
);

/** Tree heads of the usage log: its size and root hash after each append. */
export const usageHead = licensesSchema.table('usage_head', {
  size: bigint({ mode: 'number' }).primaryKey(),
  at: doublePrecision().notNull(),
  root: bytewise().notNull(),
});

/**
 * Documents that operators edit: the blacklist, the departments and the license. `version` counts the changes of a
 * document. Servers detect changes by it, so rows are never deleted.
 */
export const document = licensesSchema.table('document', {
  kind: bytewise().$type<DocumentKind>().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
  /** Text of the document in the format of its file; null if the file is active. */
  text: text(),
  /** Hash of the text. It distinguishes texts with the same version, which can exist after a failover. */
  digest: bigint({ mode: 'bigint' }).generatedAlwaysAs(sql`hashtextextended(text, 0)`),
  changedAt: doublePrecision('changed_at').notNull(),
  changedBy: text('changed_by').notNull(),
});
