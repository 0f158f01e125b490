import { boolean, primaryKey } from 'drizzle-orm/pg-core';
import { bytewise, nameserverSetId, zonesSchema } from '../tables.js';

/**
 * The sets that each nameserver is in. A trigger on `nameserver_set` adds rows; a job adds the rows of sets from
 * earlier releases.
 */
export const nameserverUse = zonesSchema.table(
  'nameserver_use',
  {
    /** Name of the nameserver in lower case, with the trailing dot. */
    name: bytewise('name').notNull(),
    setId: nameserverSetId('set_id').notNull(),
  },
  (table) => [primaryKey({ name: 'nameserver_use_pkey', columns: [table.name, table.setId] })],
);

/** Progress of completing the index for the imports of earlier releases. One row. */
export const nameserverProgress = zonesSchema.table('nameserver_progress', {
  isOnly: boolean('is_only').primaryKey(),
  /** Sets up to this id are in `nameserver_use`. */
  setId: nameserverSetId('set_id').notNull(),
  /** Whether all sets are in `nameserver_use`, and all partitions of `state` and `change` have indexes on set ids. */
  isComplete: boolean('is_complete').notNull(),
});
