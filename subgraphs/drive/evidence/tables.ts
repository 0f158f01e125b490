import { bigserial, doublePrecision, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytewise, driveSchema } from '../tables.js';

/** Evidence links: items linked to the alerts that they support, by analysts or by the guard. */
export const evidence = driveSchema.table(
  'evidence',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    alertId: uuid('alert_id').notNull(),
    siteId: bytewise('site_id').notNull(),
    itemId: bytewise('item_id').notNull(),
    notes: text('note').notNull(),
    actor: text('linked_by').notNull(),
    linkedAtEpoch: doublePrecision('linked_at').notNull(),
  },
  (table) => [
    uniqueIndex('evidence_of_alert').on(table.alertId, table.siteId, table.itemId),
    index('evidence_of_item').on(table.siteId, table.itemId, table.id),
  ],
);
