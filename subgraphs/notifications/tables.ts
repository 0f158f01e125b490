import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSchema,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DeliveryStatus, NotificationField, NotificationKind, NotificationTarget } from './vocabulary.js';

// All times are Unix epoch milliseconds.
export const notificationsSchema = pgSchema('notifications');

/** Text that is compared by bytes, regardless of the collation of the database. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** The values of one property, one of which an occurrence must have. */
export interface Condition {
  readonly field: NotificationField;
  readonly values: readonly string[];
}

/** What operators have configured. */
export const rule = notificationsSchema.table(
  'rule',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: bytewise().notNull(),
    /** Null: all tenants, and what belongs to none. */
    tenantId: bytewise('tenant_id'),
    kinds: text().array().$type<NotificationKind[]>().notNull(),
    conditions: jsonb().$type<readonly Condition[]>().notNull(),
    target: text().$type<NotificationTarget>().notNull(),
    /** A URL or an email address. Of Slack, only the host: the rest of the URL is a secret. */
    address: text().notNull(),
    throttleMax: integer('throttle_max').notNull(),
    throttleSeconds: integer('throttle_seconds').notNull(),
    /** Local time as HH:MM, with its end and time zone; null: none. */
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    timeZone: text('time_zone'),
    isEnabled: boolean('is_enabled').notNull(),
    /** Why Rampart has disabled it; null if it did not. */
    disabledReason: text('disabled_reason'),
    /** Events before this time of the database are not sent, in Unix epoch seconds as in the event log. */
    activeFrom: doublePrecision('active_from').notNull(),
    createdAt: doublePrecision('created_at').notNull(),
    updatedAt: doublePrecision('updated_at').notNull(),
  },
  (table) => [uniqueIndex('rule_name').on(sql`lower(${table.name})`)],
);

/** Secrets of targets: keys that sign webhooks, and URLs of Slack. The newest signs first. */
export const secret = notificationsSchema.table(
  'secret',
  {
    id: uuid().primaryKey().defaultRandom(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => rule.id, { onDelete: 'cascade' }),
    /** Encrypted if the settings have a key. */
    sealed: text().notNull(),
    createdAt: doublePrecision('created_at').notNull(),
    /** Null for the current one. */
    expiresAt: doublePrecision('expires_at'),
  },
  (table) => [index('secret_of_rule').on(table.ruleId, table.createdAt)],
);

/** What is held back by a throttle or quiet hours, until it is summarized. */
export interface Held {
  readonly reason: 'throttle' | 'quiet_hours' | 'backlog';
  readonly since: number;
  readonly until: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly examples: readonly { type: string; id: string; title: string }[];
}

/** The state of sending the messages of a rule. Not part of a backup. */
export const queue = notificationsSchema.table('queue', {
  ruleId: uuid('rule_id')
    .primaryKey()
    .references(() => rule.id, { onDelete: 'cascade' }),
  /** Numbers of deliveries. */
  pending: integer().notNull().default(0),
  dead: integer().notNull().default(0),
  delivered: bigint({ mode: 'number' }).notNull().default(0),
  /** Number of attempts that failed. */
  failed: bigint({ mode: 'number' }).notNull().default(0),
  retryAt: doublePrecision('retry_at').notNull().default(0),
  /** The process that sends now, until its lease ends. */
  lease: uuid(),
  leasedUntil: doublePrecision('leased_until').notNull().default(0),
  windowStartsAt: doublePrecision('window_starts_at').notNull().default(0),
  windowCount: integer('window_count').notNull().default(0),
  held: jsonb().$type<Held>(),
});

/** Messages, in the order in which a rule sends them. */
export const delivery = notificationsSchema.table(
  'delivery',
  {
    sequence: bigserial({ mode: 'number' }).primaryKey(),
    /** The id that receivers see, the same for all attempts. */
    id: uuid().notNull().defaultRandom(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => rule.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    title: text().notNull(),
    /** The body of the request, which is signed; of an email, its text. */
    body: text().notNull(),
    status: text().$type<DeliveryStatus>().notNull(),
    /** When it was created, or sent again after it was dead. */
    queuedAt: doublePrecision('queued_at').notNull(),
    attempts: integer().notNull().default(0),
    attemptedAt: doublePrecision('attempted_at'),
    finishedAt: doublePrecision('finished_at'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('delivery_id').on(table.id),
    index('delivery_pending').on(table.ruleId, table.sequence).where(sql`status = 'pending'`),
    index('delivery_dead').on(table.ruleId, table.sequence).where(sql`status = 'dead'`),
    index('delivery_of_rule').on(table.ruleId, table.sequence.desc()),
    index('delivery_finished').on(table.finishedAt).where(sql`status <> 'pending'`),
  ],
);
