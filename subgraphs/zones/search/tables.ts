import { bigint, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { zonesSchema } from '../tables.js';

/**
 * Search sessions (pit). Unlogged (declared in its migration), because they live for minutes, and pages must not wait
 * for a flush.
 */
export const session = zonesSchema.table(
  'session',
  {
    id: uuid().primaryKey(),
    /** Key of the account or operator that owns the session. */
    ownerKey: text('account_id'),
    /** Newest ingest that the pages of the session show. */
    watermark: integer().notNull(),
    /** The parameters of the first page. */
    request: jsonb().notNull(),
    /** Expiration time in Unix epoch milliseconds; every request extends it. */
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('session_expiry').on(table.expiresAt)],
);
