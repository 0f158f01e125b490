import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgSchema,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';

export const platformSchema = pgSchema('platform');

/**
 * The request counts of rate limits (rate-windows.ts). Unlogged (declared in its migration), because losing counts in a
 * crash is acceptable, and logging them would cost a flush for each request.
 */
export const rateWindow = platformSchema.table(
  'rate_window',
  {
    scope: text('scope').notNull(),
    subject: text('subject').notNull(),
    /** Start of the window in Unix epoch seconds. */
    startsAt: doublePrecision('starts_at').notNull(),
    endsAt: doublePrecision('ends_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ name: 'rate_window_pkey', columns: [table.scope, table.subject] })],
);

/**
 * For each connection and domain, the last transaction that has changed data of the domain (change-watch.ts). Unlogged
 * (declared in its migration): after a crash of the database, readers start without knowledge of earlier changes.
 */
export const changeMark = platformSchema.table(
  'change_mark',
  {
    /**
     * Name of the domain. `*`: all marks up to this transaction were deleted. Empty: `transaction` is a random number
     * that identifies the generation of the table, because a crash of PostgreSQL empties the table.
     */
    domain: text().notNull(),
    /** Process ID of the connection (pg_backend_pid). */
    process: integer().notNull(),
    /** Transaction ID (pg_current_xact_id), which is comparable with snapshots. */
    transaction: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'change_mark_key', columns: [table.domain, table.process] })],
);

/**
 * The event log (events/). Every change adds an event in the same transaction; column defaults record the transaction
 * and the time.
 */
export const event = platformSchema.table(
  'event',
  {
    /** Transaction ID (pg_current_xact_id), which is comparable with snapshots. */
    transaction: bigint({ mode: 'number' }).notNull().default(sql`pg_current_xact_id()::text::bigint`),
    id: bigserial({ mode: 'number' }).notNull(),
    type: text().notNull(),
    /** Tenant of the event; null if it belongs to no tenant. */
    tenantId: text('tenant_id'),
    /** Time of the event in Unix epoch seconds. */
    at: doublePrecision().notNull().default(sql`extract(epoch from clock_timestamp())`),
    /** Data of the event: a JSON object, which is sent to clients unchanged. */
    data: jsonb().notNull(),
  },
  (table) => [primaryKey({ name: 'event_key', columns: [table.transaction, table.id] })],
);

/** The generation of the event log, and the newest event that was removed. One row. */
export const eventLog = platformSchema.table(
  'event_log',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Generation of the event log, which changes if the database cluster or its timeline changes. */
    generation: text().notNull(),
    cluster: text().notNull(),
    removedUntil: bigint('removed_until', { mode: 'number' }).notNull(),
  },
  (table) => [check('event_log_only', sql`${table.isOnly}`)],
);

/**
 * The position up to which each consumer has read the event log (events/cursor.ts). Events that a consumer has not read
 * are retained.
 */
export const eventCursor = platformSchema.table('event_cursor', {
  name: text().primaryKey(),
  /** The consumer's position in the log, without the generation. */
  position: text().notNull(),
  /** The consumer has read all events of transactions before this one. */
  transaction: bigint({ mode: 'number' }).notNull(),
  /** Identifier of the database cluster that assigned the transaction ids; they are meaningless in another one. */
  cluster: text().notNull(),
});

/** The columns of an entry of the audit log (audit/). `json` instead of `jsonb` preserves the hashed text. */
const auditColumns = {
  /** Time of the change in Unix epoch milliseconds. */
  at: doublePrecision().notNull().default(sql`floor(extract(epoch from clock_timestamp()) * 1000)`),
  actorKind: text('actor_kind').notNull(),
  /** Id of the actor; null for anonymous callers and for the system itself. */
  actorId: text('actor_id'),
  actorName: text('actor_name'),
  via: text().notNull(),
  /** IP address of the caller; null if the change was not made over the network. */
  sourceAddress: text('source_address'),
  action: text().notNull(),
  /** The changed objects, each as `kind:id`. */
  objects: text().array().notNull(),
  /** Tenant of the changed objects; null if the change belongs to no tenant, or to several. */
  tenantId: text('tenant_id'),
  before: json(),
  after: json(),
};

/** Entries of committed changes that are not yet part of the chain. A trigger rejects updates and deletes. */
export const auditPending = platformSchema.table('audit_pending', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  ...auditColumns,
});

/** The audit log: a chain of entries, each hashed with its predecessor. A trigger rejects updates and deletes. */
export const auditEntry = platformSchema.table(
  'audit_entry',
  {
    /** Sequence number of the entry: 1, 2, 3, … without gaps. */
    sequence: bigint({ mode: 'number' }).primaryKey(),
    ...auditColumns,
    /** SHA-256 of this entry and the hash of the previous entry, in hexadecimal. */
    hash: text().notNull(),
  },
  (table) => [
    index('audit_entry_objects').using('gin', table.objects),
    index('audit_entry_actor').on(table.actorId, table.sequence),
    index('audit_entry_action').on(table.action, table.sequence),
    index('audit_entry_at').on(table.at),
  ],
);

/** Both ends of the audit chain: the newest entry, and the newest entry that retention removed. One row. */
export const auditChain = platformSchema.table(
  'audit_chain',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    headSequence: bigint('head_sequence', { mode: 'number' }).notNull(),
    headHash: text('head_hash').notNull(),
    removedSequence: bigint('removed_sequence', { mode: 'number' }).notNull(),
    removedHash: text('removed_hash').notNull(),
  },
  (table) => [check('audit_chain_only', sql`${table.isOnly}`)],
);
