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

/** What rate-windows.ts counts. Unlogged (by hand in its migration): a crash of the database forgives, a count costs no flush. */
export const rateWindow = platformSchema.table(
  'rate_window',
  {
    scope: text('scope').notNull(),
    subject: text('subject').notNull(),
    /** Unix epoch seconds. */
    startsAt: doublePrecision('starts_at').notNull(),
    endsAt: doublePrecision('ends_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ name: 'rate_window_pkey', columns: [table.scope, table.subject] })],
);

/**
 * What happened, for those who listen (events/). Every change adds a row in the same transaction; the defaults say
 * which one that is, and when.
 */
export const event = platformSchema.table(
  'event',
  {
    /** pg_current_xact_id(): what a snapshot can be compared with. */
    transaction: bigint({ mode: 'number' }).notNull().default(sql`pg_current_xact_id()::text::bigint`),
    id: bigserial({ mode: 'number' }).notNull(),
    type: text().notNull(),
    /** Null: of no tenant. */
    tenantId: text('tenant_id'),
    /** Unix epoch seconds. */
    at: doublePrecision().notNull().default(sql`extract(epoch from clock_timestamp())`),
    /** A JSON object, as it is sent to clients. */
    data: jsonb().notNull(),
  },
  (table) => [primaryKey({ name: 'event_key', columns: [table.transaction, table.id] })],
);

/** In which cluster's numbers of transactions the events are, and up to which one they were removed. One row. */
export const eventLog = platformSchema.table(
  'event_log',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Another one after each change of the cluster. */
    generation: text().notNull(),
    cluster: text().notNull(),
    removedUntil: bigint('removed_until', { mode: 'number' }).notNull(),
  },
  (table) => [check('event_log_only', sql`${table.isOnly}`)],
);

/** What an entry of the audit log says (audit/). `json` and not `jsonb`: the text that was hashed must stay as it is. */
const auditColumns = {
  /** Unix epoch milliseconds. */
  at: doublePrecision().notNull().default(sql`floor(extract(epoch from clock_timestamp()) * 1000)`),
  actorKind: text('actor_kind').notNull(),
  /** Null: anonymous, or the system itself. */
  actorId: text('actor_id'),
  actorName: text('actor_name'),
  via: text().notNull(),
  /** Null: not over the network. */
  sourceAddress: text('source_address'),
  action: text().notNull(),
  /** What was changed, each as `kind:id`. */
  objects: text().array().notNull(),
  /** Null: of no tenant, or of several. */
  tenantId: text('tenant_id'),
  before: json(),
  after: json(),
};

/** Entries of committed changes that are not yet part of the chain. A trigger refuses changes. */
export const auditPending = platformSchema.table('audit_pending', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  ...auditColumns,
});

/** The audit log: a chain of entries, each hashed with the one before. A trigger refuses changes. */
export const auditEntry = platformSchema.table(
  'audit_entry',
  {
    /** 1, 2, 3, … without gaps. */
    sequence: bigint({ mode: 'number' }).primaryKey(),
    ...auditColumns,
    /** SHA-256 in hexadecimal, of this entry and the hash of the one before. */
    hash: text().notNull(),
  },
  (table) => [
    index('audit_entry_objects').using('gin', table.objects),
    index('audit_entry_actor').on(table.actorId, table.sequence),
    index('audit_entry_action').on(table.action, table.sequence),
    index('audit_entry_at').on(table.at),
  ],
);

/** Both ends of the chain: its newest entry, and the newest one that retention has removed. One row. */
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
