import { boolean, index, integer } from 'drizzle-orm/pg-core';
import { bytewise, zonesSchema } from '../tables.js';

/** International labels (Punycode) of all zones with their skeletons; a removed label may stay. */
export const idnLabel = zonesSchema.table(
  'idn_label',
  { label: bytewise('label').primaryKey(), skeleton: bytewise('skeleton').notNull() },
  (table) => [index('idn_label_skeleton').on(table.skeleton)],
);

/** Progress of `idn_label`: the labels of this ingest up to this one are in it. One row. */
export const idnProgress = zonesSchema.table('idn_progress', {
  isOnly: boolean('is_only').primaryKey(),
  ingest: integer().notNull(),
  label: bytewise('label').notNull(),
});
