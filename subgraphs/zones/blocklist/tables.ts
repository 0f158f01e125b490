import { bigint, boolean, index, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytewise, zonesSchema } from '../tables.js';

/**
 * The serial of the newest change of block lists: Unix epoch seconds, or one more than before. One row, whose lock
 * serializes changes, so a list with a serial never changes.
 */
export const blockSerial = zonesSchema.table('block_serial', {
  isOnly: boolean('is_only').primaryKey(),
  serial: bigint({ mode: 'number' }).notNull(),
  /** Changes up to this serial may be missing in `block_change`. */
  prunedSerial: bigint('pruned_serial', { mode: 'number' }).notNull().default(0),
});

/** Names that were added to block lists, removed from them, or confirmed. Triggers on `brand_hit` write it. */
export const blockChange = zonesSchema.table(
  'block_change',
  {
    serial: bigint({ mode: 'number' }).notNull(),
    hitId: uuid('hit_id').notNull(),
    /** Rows remain when the brand is removed. */
    brandId: uuid('brand_id').notNull(),
    tenantId: bytewise('tenant_id'),
    /** The domain name. */
    name: bytewise('name').notNull(),
    /** False also if the name was on the lists already, because its hit was blocked automatically. */
    isAdded: boolean('is_added').notNull(),
    /** Whether the change is the confirmation of the hit; null in rows of earlier versions: the same as `isAdded`. */
    isConfirmed: boolean('is_confirmed'),
  },
  (table) => [
    primaryKey({ name: 'block_change_pkey', columns: [table.serial, table.hitId] }),
    index('block_change_of_brand').on(table.brandId, table.serial),
    index('block_change_of_tenant').on(table.tenantId, table.serial),
  ],
);
