import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { CredentialMailKind } from '../vocabulary.js';
import { account, key, mailStatusType, valuesOf } from './accounts.js';
import { zonesSchema } from './schema.js';

// All times are Unix epoch milliseconds.

export const credentialMailKindType = zonesSchema.enum('credential_mail_kind', valuesOf(CredentialMailKind));

/** The part of the outbox that is about addresses and passwords. No row holds a text or a secret. */
export const credentialMail = zonesSchema.table(
  'credential_mail',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: credentialMailKindType().notNull(),
    recipient: text().notNull(),
    status: mailStatusType().notNull(),
    createdAt: doublePrecision('created_at').notNull(),
    attempts: integer().notNull().default(0),
    /** When it is to be tried; while somebody tries, when somebody else may. */
    dueAt: doublePrecision('due_at').notNull(),
    finishedAt: doublePrecision('finished_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('credential_mail_due').on(table.dueAt).where(sql`status = 'waiting'`),
    index('credential_mail_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('credential_mail_status_newest').on(table.status, table.createdAt.desc().nullsFirst(), table.id),
    index('credential_mail_of_account').on(table.accountId),
  ],
);

/**
 * The single-use tokens of these mails, as their SHA-256 in hexadecimal. A mail may have several, when it is not known which of
 * its attempts arrived (docs/decisions, "Keys in mails").
 */
export const credentialToken = zonesSchema.table(
  'credential_token',
  {
    hash: key().primaryKey(),
    mailId: uuid('mail_id')
      .notNull()
      .references(() => credentialMail.id, { onDelete: 'cascade' }),
    expiresAt: doublePrecision('expires_at').notNull(),
  },
  (table) => [index('credential_token_of_mail').on(table.mailId), index('credential_token_expiry').on(table.expiresAt)],
);

/** From where the password of an account was right: IPv4 addresses and IPv6 networks of 64 bits. */
export const knownSource = zonesSchema.table(
  'known_source',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    /** To the day. */
    lastSucceededAt: doublePrecision('last_succeeded_at').notNull(),
  },
  (table) => [primaryKey({ name: 'known_source_pkey', columns: [table.accountId, table.source] })],
);
