import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { bytewise, zonesSchema } from '../tables.js';
import {
  AccountAction,
  AccountInterface,
  AccountStatus,
  ApprovalMailKind,
  CredentialMailKind,
  MailStatus,
  Tier,
} from './vocabulary.js';

// All times are Unix epoch milliseconds.

export const tierType = zonesSchema.enum('tier', valuesOf(Tier));
export const accountStatusType = zonesSchema.enum('account_status', valuesOf(AccountStatus));
export const accountActionType = zonesSchema.enum('account_action', valuesOf(AccountAction));
export const accountInterfaceType = zonesSchema.enum('account_interface', valuesOf(AccountInterface));
export const mailKindType = zonesSchema.enum('mail_kind', valuesOf(ApprovalMailKind));
export const mailStatusType = zonesSchema.enum('mail_status', valuesOf(MailStatus));

export const account = zonesSchema.table(
  'account',
  {
    id: uuid().primaryKey().defaultRandom(),
    username: bytewise().notNull(),
    email: text().notNull(),
    /** Username in lower case, because names and addresses are unique regardless of case. */
    usernameKey: bytewise('username_key').notNull(),
    emailKey: bytewise('email_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    status: accountStatusType().notNull(),
    createdAt: doublePrecision('created_at').notNull(),
    /**
     * Whether the email address is confirmed; also true for accounts that were registered before email confirmation was
     * introduced.
     */
    emailConfirmed: boolean('email_confirmed').notNull().default(true),
  },
  (table) => [
    unique('account_username').on(table.usernameKey),
    unique('account_email').on(table.emailKey),
    index('account_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('account_status_newest').on(table.status, table.createdAt.desc().nullsFirst(), table.id),
  ],
);

/** The subscription of an account, and the queries used in the window that begins at `windowStartsAt`. */
export const subscription = zonesSchema.table('subscription', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id),
  tier: tierType().notNull(),
  startedAt: doublePrecision('started_at').notNull(),
  expiresAt: doublePrecision('expires_at').notNull(),
  windowStartsAt: doublePrecision('window_starts_at').notNull(),
  used: integer().notNull().default(0),
});

/** API keys. The hashes of their secrets are in `api_key_secret`. A name is unique among an account's active keys. */
export const apiKey = zonesSchema.table(
  'api_key',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    name: bytewise().notNull(),
    /** First characters of the most recently added secret. */
    prefix: text().notNull(),
    createdAt: doublePrecision('created_at').notNull(),
    expiresAt: doublePrecision('expires_at').notNull(),
    /** Time of the last use, updated at most once per minute; null before the first use. */
    lastUsedAt: doublePrecision('last_used_at'),
    revokedAt: doublePrecision('revoked_at'),
  },
  (table) => [index('api_key_of_account').on(table.accountId, table.name)],
);

/**
 * SHA-256 hashes of the secrets of API keys, in hexadecimal. A key has one secret; a default key may have several if it
 * is unknown which of its emails arrived (docs/decisions/0015).
 */
export const apiKeySecret = zonesSchema.table(
  'api_key_secret',
  {
    hash: bytewise().primaryKey(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKey.id, { onDelete: 'cascade' }),
  },
  (table) => [index('api_key_secret_of_key').on(table.keyId)],
);

/**
 * Account events of earlier releases. Only the previous release writes them, and a trigger copies them to the audit
 * log; the next release drops the table.
 */
export const accountEvent = zonesSchema.table(
  'account_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    at: doublePrecision().notNull(),
    action: accountActionType().notNull(),
    caller: text().notNull(),
    via: accountInterfaceType().notNull(),
    keyName: text('key_name'),
    tier: tierType(),
    expiresAt: doublePrecision('expires_at'),
  },
  (table) => [index('account_event_of_account').on(table.accountId, table.id)],
);

/** Columns of both tables of the outbox. */
const outboxColumns = () => ({
  recipient: text().notNull(),
  status: mailStatusType().notNull(),
  createdAt: doublePrecision('created_at').notNull(),
  attempts: integer().notNull().default(0),
  /** Time of the next attempt; during an attempt, end of its lease. */
  dueAt: doublePrecision('due_at').notNull(),
  finishedAt: doublePrecision('finished_at'),
  lastError: text('last_error'),
});

/**
 * Emails of the outbox about approvals. Their texts are generated when they are sent: no row contains a text or a
 * secret.
 */
export const mail = zonesSchema.table(
  'mail',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    kind: mailKindType().notNull(),
    /** The key that the email contains; null for other emails, and after the key was deleted. */
    keyId: uuid('key_id').references(() => apiKey.id, { onDelete: 'set null' }),
    ...outboxColumns(),
  },
  (table) => [
    index('mail_due').on(table.dueAt).where(sql`status = 'waiting'`),
    index('mail_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('mail_status_newest').on(table.status, table.createdAt.desc().nullsFirst(), table.id),
  ],
);

export const credentialMailKindType = zonesSchema.enum('credential_mail_kind', valuesOf(CredentialMailKind));

/** Emails of the outbox about addresses and passwords. No row contains a text or a secret. */
export const credentialMail = zonesSchema.table(
  'credential_mail',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: credentialMailKindType().notNull(),
    ...outboxColumns(),
  },
  (table) => [
    index('credential_mail_due').on(table.dueAt).where(sql`status = 'waiting'`),
    index('credential_mail_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('credential_mail_status_newest').on(table.status, table.createdAt.desc().nullsFirst(), table.id),
    index('credential_mail_of_account').on(table.accountId),
  ],
);

/**
 * SHA-256 hashes of the single-use tokens in emails of `credential_mail`, in hexadecimal. An email may have several
 * tokens if it is unknown which attempt delivered it (docs/decisions/0015).
 */
export const credentialToken = zonesSchema.table(
  'credential_token',
  {
    hash: bytewise().primaryKey(),
    mailId: uuid('mail_id')
      .notNull()
      .references(() => credentialMail.id, { onDelete: 'cascade' }),
    expiresAt: doublePrecision('expires_at').notNull(),
  },
  (table) => [index('credential_token_of_mail').on(table.mailId), index('credential_token_expiry').on(table.expiresAt)],
);

/**
 * Sources that have registered an account or sent its correct password or a token: IPv4 addresses and IPv6 /64
 * networks.
 */
export const knownSource = zonesSchema.table(
  'known_source',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    /** Time of the last success from the source, updated at most once per day. */
    lastSucceededAt: doublePrecision('last_succeeded_at').notNull(),
  },
  (table) => [primaryKey({ name: 'known_source_pkey', columns: [table.accountId, table.source] })],
);
