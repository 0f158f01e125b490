import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, pgSchema, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { operatorRoles } from '../platform/caller.js';

export const gatewaySchema = pgSchema('gateway');

/**
 * Operator tokens. Only the SHA-256 and the first characters of each token are stored; people recognize a token by its
 * first characters.
 */
export const operatorTokens = gatewaySchema.table(
  'operator_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull(),
    role: text('role', { enum: operatorRoles }).notNull(),
    /** The only tenant of the token, or the first of `tenants`; null: all tenants. */
    tenantId: text('tenant_id'),
    /** All tenants of a token for several tenants; null if the token has only the tenant `tenantId`, or all tenants. */
    tenants: text('tenants').array(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Time of expiration; null: the token never expires. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** Time of revocation; null: the token is not revoked. */
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('operator_tokens_hash').on(table.hash),
    uniqueIndex('operator_tokens_name_in_use').on(table.name).where(sql`${table.revokedAt} is null`),
    check('operator_tokens_role', sql`${table.role} in ('admin', 'analyst', 'viewer', 'ingest')`),
    check('operator_tokens_admin_of_all', sql`${table.role} <> 'admin' or ${table.tenantId} is null`),
  ],
);

/** Used logout tokens of identity providers, stored until they expire. */
export const usedLogoutToken = gatewaySchema.table('used_logout_token', {
  /** SHA-256 of the provider and the id of the logout token. */
  hash: text('hash').primaryKey(),
  /** Expiration of the logout token in Unix epoch milliseconds. */
  expiresAt: doublePrecision('expires_at').notNull(),
});

/**
 * Browser sessions. The secret of a session is only in the browser's cookie; the table contains its SHA-256. Times are
 * Unix epoch milliseconds.
 */
export const session = gatewaySchema.table(
  'session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    hash: text('hash').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: operatorRoles }).notNull(),
    /** Tenants of the caller; null: all tenants. */
    tenants: text('tenants').array(),
    /** The first of `tenants`; null: all tenants. */
    tenantId: text('tenant_id'),
    /** Credential id of the caller who signed in. */
    credentialId: text('credential_id').notNull(),
    /**
     * Id of the operator token with which the session was created; the session ends with the token. Null for a session
     * without an operator token.
     */
    tokenId: uuid('token_id'),
    /** Name of the identity provider in the settings; null for a session that was created with a token. */
    provider: text('provider'),
    /**
     * The `iss` claim of the ID token, which identifies the person together with `subject`; null without a provider.
     */
    issuer: text('issuer'),
    /** The `sub` claim of the ID token; null without a provider. */
    subject: text('subject'),
    /** Id of the session at the provider (`sid`); null if the provider reports none. */
    providerSession: text('provider_session'),
    /**
     * The ID token, for signing out at the provider; encrypted with a key that is derived from the secret in the
     * cookie. Null without a provider.
     */
    sealedIdToken: text('sealed_id_token'),
    /** The refresh token of the provider, encrypted like the ID token; null if access is not checked again. */
    sealedRefreshToken: text('sealed_refresh_token'),
    /**
     * Time of the next check at the provider whether the person still has access; null if access is not checked again.
     */
    checkAt: doublePrecision('check_at'),
    /**
     * Time until which only the process that has claimed the access check may query the provider; null if no process
     * has.
     */
    checkingUntil: doublePrecision('checking_until'),
    sourceAddress: text('source_address').notNull(),
    createdAt: doublePrecision('created_at').notNull(),
    /** Time of the last use; updated at most once a minute, or ten times per idle timeout if that is more often. */
    lastUsedAt: doublePrecision('last_used_at').notNull(),
    expiresAt: doublePrecision('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('session_hash').on(table.hash),
    index('session_of_credential').on(table.credentialId, table.createdAt),
    index('session_of_subject').on(table.provider, table.subject).where(sql`${table.provider} is not null`),
    index('session_of_person').on(table.issuer, table.subject).where(sql`${table.issuer} is not null`),
    index('session_expires').on(table.expiresAt),
    check('session_role', sql`${table.role} in ('admin', 'analyst', 'viewer', 'ingest')`),
  ],
);

/**
 * People who have signed in with an identity provider, as of the last sign-in: one for each issuer and subject (OpenID
 * Connect Core 1.0, section 2). Times are Unix epoch milliseconds.
 */
export const person = gatewaySchema.table(
  'person',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Name of the identity provider in the settings. */
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    issuer: text('issuer').notNull(),
    name: text('name').notNull(),
    /** Verified email address; null if the provider sends no address, or an unverified one. */
    email: text('email'),
    role: text('role', { enum: operatorRoles }).notNull(),
    /** Tenants of the caller; null: all tenants. */
    tenants: text('tenants').array(),
    firstSignInAt: doublePrecision('first_sign_in_at').notNull(),
    lastSignInAt: doublePrecision('last_sign_in_at').notNull(),
  },
  (table) => [
    uniqueIndex('person_issuer_subject').on(table.issuer, table.subject),
    index('person_last_sign_in').on(table.lastSignInAt, table.id),
    check('person_role', sql`${table.role} in ('admin', 'analyst', 'viewer', 'ingest')`),
  ],
);
