import { bigint, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { epochMilliseconds, zonesSchema } from '../tables.js';

/** Exports that can be resumed: docs/decisions/0101. */
export const zoneExport = zonesSchema.table(
  'export',
  {
    id: uuid().primaryKey(),
    /** Account or operator that owns the export. */
    owner: text().notNull(),
    /** Newest ingest that the export shows. */
    watermark: integer().notNull(),
    /** The `ExportRequest`. */
    request: jsonb().notNull(),
    /**
     * Names and versions of the software that encodes the export; other versions may encode the same records as other
     * bytes.
     */
    encoder: text().notNull(),
    /**
     * Time until which the export can be resumed. Never extended, because the part of the change log that an export
     * needs is stored only until then.
     */
    expiresAt: epochMilliseconds('expires_at').notNull(),
  },
  (table) => [index('export_expiry').on(table.expiresAt)],
);

/** Byte offsets of exports. Encoding can continue from such an offset without the previous bytes. */
export const exportCheckpoint = zonesSchema.table(
  'export_checkpoint',
  {
    exportId: uuid('export_id')
      .notNull()
      .references(() => zoneExport.id, { onDelete: 'cascade' }),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Cursor of the search after the records in the bytes before this offset. */
    after: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.bytes] })],
);
