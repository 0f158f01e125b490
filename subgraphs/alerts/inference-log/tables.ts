import { bigint, doublePrecision, text, uuid } from 'drizzle-orm/pg-core';
import { alertsSchema, platformType, predictionType } from '../tables.js';

/**
 * Imported inferences of the last `inference_retention_days`, with the fields that the policy reads: one row per batch,
 * with an array for each field, in the order of their arrival. Rows of single inferences would take a third of the time
 * of an import. Each batch has a number of the sequence of `alert_transition.id`, drawn while its alerts were locked:
 * so the order of numbers is the order in which inferences and changes of status took effect on an alert. The migration
 * partitions the table by days of `at`; drizzle cannot express that. It has no index, because it is read as a whole.
 */
export const inferenceBatch = alertsSchema.table('inference_batch', {
  batch: bigint({ mode: 'number' }).notNull(),
  /** Time of the import, in Unix epoch seconds. */
  at: doublePrecision().notNull(),
  /** The tenants of the batch, each once. */
  tenants: text().array().notNull(),
  tenantIds: text('tenant_ids').array().notNull(),
  endpointIds: text('endpoint_ids').array().notNull(),
  modelNames: text('model_names').array().notNull(),
  inferenceIds: text('inference_ids').array().notNull(),
  attackProbs: doublePrecision('attack_probs').array().notNull(),
  predictions: predictionType().array().notNull(),
  platforms: platformType().array().notNull(),
  /** Times of the inferences. */
  timestamps: doublePrecision().array().notNull(),
  /** The alert that each opened or joined; null if it was ignored. */
  alertIds: uuid('alert_ids').array().notNull(),
  /** The techniques of each, as the literal of an array. */
  ttpTechniques: text('ttp_techniques').array().notNull(),
});
