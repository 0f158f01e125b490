import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { alertsSchema } from '../tables.js';

/** Saved views of the list of alerts. Times are Unix epoch seconds. */
export const alertView = alertsSchema.table(
  'alert_view',
  {
    id: uuid().primaryKey(),
    /** Id of the person who saved the view. `ownerName` is the person's name at that time. */
    ownerId: text('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    isShared: boolean('is_shared').notNull(),
    /**
     * The tenant with which a view is shared. Null: the view is shared with people who have a role for all tenants, or
     * is not shared.
     */
    tenantId: text('tenant_id'),
    name: text().notNull(),
    /** Filter, sort order and columns, as the query parameters in the URL of the list. */
    parameters: text().notNull(),
    createdAtEpoch: doublePrecision('created_at').notNull(),
    updatedAtEpoch: doublePrecision('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('alert_view_own_name').on(table.ownerId, sql`lower(${table.name})`).where(sql`not is_shared`),
    uniqueIndex('alert_view_shared_name')
      .on(sql`coalesce(${table.tenantId}, '')`, sql`lower(${table.name})`)
      .where(sql`is_shared`),
  ],
);

/** The default view of each person who has chosen one. The person's list of alerts opens with it. */
export const alertViewDefault = alertsSchema.table(
  'alert_view_default',
  {
    personId: text('person_id').primaryKey(),
    viewId: uuid('view_id')
      .notNull()
      .references(() => alertView.id, { onDelete: 'cascade' }),
  },
  (table) => [index('alert_view_default_of_view').on(table.viewId)],
);
