import { sql } from 'drizzle-orm';
import { check, pgSchema, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { operatorRoles } from '../platform/caller.js';

export const gatewaySchema = pgSchema('gateway');

/** Tokens of operators. The token itself is not kept: only its SHA-256 and the first characters, to tell them apart. */
export const operatorTokens = gatewaySchema.table(
  'operator_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull(),
    role: text('role', { enum: operatorRoles }).notNull(),
    tenantId: text('tenant_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('operator_tokens_hash').on(table.hash),
    uniqueIndex('operator_tokens_name_in_use').on(table.name).where(sql`${table.revokedAt} is null`),
    check('operator_tokens_role', sql`${table.role} in ('admin', 'analyst', 'viewer', 'ingest')`),
    check('operator_tokens_admin_of_all', sql`${table.role} <> 'admin' or ${table.tenantId} is null`),
  ],
);
