import { bigint, doublePrecision, text, uuid } from 'drizzle-orm/pg-core';
import { alertsSchema, platformType, predictionType } from '../tables.js';

/**
 * Imported inferences of the last `inference_retention_days`, with the fields that the alert policy reads: one row per
 * batch, with one array per field, in order of arrival. One row per inference would slow imports by a third. The number
 * of a batch comes from the sequence of `alert_transition.id`, and is assigned while the batch's alerts are locked. The
 * order of numbers is therefore the order in which inferences and status changes took effect on an alert. A migration
 * partitions the table by days of `at`, which drizzle cannot express. The table has no index, because it is read as a
 * whole.
 */
export const inferenceBatch = alertsSchema.table('inference_batch', {
  batch: bigint({ mode: 'number' }).notNull(),
  /** Time of the import, in Unix epoch seconds. */
  at: doublePrecision().notNull(),
  /** The tenants of the batch's inferences, without duplicates. */
  tenants: text().array().notNull(),
  tenantIds: text('tenant_ids').array().notNull(),
  endpointIds: text('endpoint_ids').array().notNull(),
  modelNames: text('model_names').array().notNull(),
  inferenceIds: text('inference_ids').array().notNull(),
  attackProbs: doublePrecision('attack_probs').array().notNull(),
  predictions: predictionType().array().notNull(),
  platforms: platformType().array().notNull(),
  /** Times of the inferences, in Unix epoch seconds. */
  timestamps: doublePrecision().array().notNull(),
  /** Ids of the alerts that the inferences opened or joined; null for each ignored inference. */
  alertIds: uuid('alert_ids').array().notNull(),
  /** Techniques of the inferences; those of one inference are a PostgreSQL array literal. */
  ttpTechniques: text('ttp_techniques').array().notNull(),
});
