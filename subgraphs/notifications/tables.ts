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

/** A condition of a rule: the field of an occurrence must have one of the values. */
export interface Condition {
  readonly field: NotificationField;
  readonly values: readonly string[];
}

/** Notification rules: the events to send, and the target to send them to. */
export const rule = notificationsSchema.table(
  'rule',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: bytewise().notNull(),
    /** The tenant whose events the rule sends. Null: events of all tenants, and events that belong to no tenant. */
    tenantId: bytewise('tenant_id'),
    kinds: text().array().$type<NotificationKind[]>().notNull(),
    conditions: jsonb().$type<readonly Condition[]>().notNull(),
    target: text().$type<NotificationTarget>().notNull(),
    /** URL or email address of the target. For Slack, only the host of the URL, because the URL is a secret. */
    address: text().notNull(),
    throttleMax: integer('throttle_max').notNull(),
    throttleSeconds: integer('throttle_seconds').notNull(),
    /** Start of the quiet hours as local time HH:MM. Null without quiet hours, like `quietTo` and `timeZone`. */
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    timeZone: text('time_zone'),
    isEnabled: boolean('is_enabled').notNull(),
    /** Reason why Rampart disabled the rule; null if Rampart did not disable it. */
    disabledReason: text('disabled_reason'),
    /**
     * Time of the first event that the rule sends, in Unix epoch seconds by the clock of the database, as in the event
     * log. Earlier events are not sent.
     */
    activeFrom: doublePrecision('active_from').notNull(),
    createdAt: doublePrecision('created_at').notNull(),
    updatedAt: doublePrecision('updated_at').notNull(),
  },
  (table) => [uniqueIndex('rule_name').on(sql`lower(${table.name})`)],
);

/** Secrets of targets: signing keys of webhooks, and Slack URLs. The newest secret of a rule is the current one. */
export const secret = notificationsSchema.table(
  'secret',
  {
    id: uuid().primaryKey().defaultRandom(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => rule.id, { onDelete: 'cascade' }),
    /** The secret, encrypted if `[notifications] encryption_key` is set. */
    sealed: text().notNull(),
    createdAt: doublePrecision('created_at').notNull(),
    /** Time at which the secret expires. Null: the current secret, which does not expire. */
    expiresAt: doublePrecision('expires_at'),
  },
  (table) => [index('secret_of_rule').on(table.ruleId, table.createdAt)],
);

/** Events that a rule holds back until it sends them as one summary. Times are Unix epoch milliseconds. */
export interface HeldEvents {
  /** Reason why the first event was held back: the throttle, quiet hours, or too many pending messages. */
  readonly reason: 'throttle' | 'quiet_hours' | 'backlog';
  readonly since: number;
  readonly until: number;
  /** Numbers of held-back events by kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly examples: readonly { type: string; id: string; title: string }[];
}

/** The sending state of each rule. Not part of a backup. */
export const queue = notificationsSchema.table('queue', {
  ruleId: uuid('rule_id')
    .primaryKey()
    .references(() => rule.id, { onDelete: 'cascade' }),
  /**
   * Number of pending deliveries. The next columns count the dead deliveries, and all deliveries that succeeded since
   * the rule was created.
   */
  pending: integer().notNull().default(0),
  dead: integer().notNull().default(0),
  delivered: bigint({ mode: 'number' }).notNull().default(0),
  /** Number of failed attempts. */
  failed: bigint({ mode: 'number' }).notNull().default(0),
  /** Time of the next attempt to send the first pending delivery, in Unix epoch milliseconds; 0: it is due now. */
  retryAt: doublePrecision('retry_at').notNull().default(0),
  /**
   * Random id of the current lease; null: not leased. The process that sends for the rule holds the lease until
   * `leasedUntil`, by the clock of the database.
   */
  lease: uuid(),
  leasedUntil: doublePrecision('leased_until').notNull().default(0),
  /**
   * Start of the last lease, in Unix epoch milliseconds. If it is later than now, the clock was ahead when `retryAt`
   * was set.
   */
  leasedAt: doublePrecision('leased_at').notNull().default(0),
  /**
   * Start of the current throttle window, in Unix epoch milliseconds. `windowCount` is the number of messages queued in
   * it.
   */
  windowStartsAt: doublePrecision('window_starts_at').notNull().default(0),
  windowCount: integer('window_count').notNull().default(0),
  held: jsonb().$type<HeldEvents>(),
});

/** Messages, in the order in which their rule sends them. */
export const delivery = notificationsSchema.table(
  'delivery',
  {
    sequence: bigserial({ mode: 'number' }).primaryKey(),
    /** Message id that receivers see; the same for all attempts. */
    id: uuid().notNull().defaultRandom(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => rule.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    title: text().notNull(),
    /** The body of the request, or the text of the email. */
    body: text().notNull(),
    status: text().$type<DeliveryStatus>().notNull(),
    /** Time at which the message was last queued: when it was added, or when it was queued again after it was dead. */
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
