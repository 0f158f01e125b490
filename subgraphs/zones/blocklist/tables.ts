import { bigint, boolean, index, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytewise, zonesSchema } from '../tables.js';

/**
 * The serial of the newest change of any block list: its time in Unix epoch seconds, or the previous serial plus one if
 * that is greater. A single row, whose lock serializes changes, so no list changes without a new serial.
 */
export const blockSerial = zonesSchema.table('block_serial', {
  isOnly: boolean('is_only').primaryKey(),
  serial: bigint({ mode: 'number' }).notNull(),
  /** `block_change` may lack changes up to this serial. */
  prunedSerial: bigint('pruned_serial', { mode: 'number' }).notNull().default(0),
});

/**
 * Log of names that were added to or removed from block lists, and of confirmed hits. Triggers on `brand_hit` write the
 * log.
 */
export const blockChange = zonesSchema.table(
  'block_change',
  {
    serial: bigint({ mode: 'number' }).notNull(),
    hitId: uuid('hit_id').notNull(),
    /** Not a foreign key: rows remain when the brand is removed. */
    brandId: uuid('brand_id').notNull(),
    tenantId: bytewise('tenant_id'),
    /** The domain name. */
    name: bytewise('name').notNull(),
    /** False if the change removes the name, or confirms a hit whose name was already blocked automatically. */
    isAdded: boolean('is_added').notNull(),
    /** Whether the change confirms the hit; null in rows of earlier versions, in which it equals `isAdded`. */
    isConfirmed: boolean('is_confirmed'),
  },
  (table) => [
    primaryKey({ name: 'block_change_pkey', columns: [table.serial, table.hitId] }),
    index('block_change_of_brand').on(table.brandId, table.serial),
    index('block_change_of_tenant').on(table.tenantId, table.serial),
  ],
);
