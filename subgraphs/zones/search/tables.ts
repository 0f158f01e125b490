import { bigint, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { zonesSchema } from '../tables.js';

/** Search sessions (pit). Unlogged (by hand in its migration): they live for minutes, and a page must not cost a flush. */
export const session = zonesSchema.table(
  'session',
  {
    id: uuid().primaryKey(),
    /** Null: an operator's. */
    accountId: text('account_id'),
    /** The newest ingest that its pages show. */
    watermark: integer().notNull(),
    /** The parameters of the first page. */
    request: jsonb().notNull(),
    /** Unix epoch milliseconds; moved by every request. */
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('session_expiry').on(table.expiresAt)],
);
