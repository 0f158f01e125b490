import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  doublePrecision,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { bytewise, driveSchema } from '../tables.js';
import { MassChangeEffect, MassChangeKind, MassChangeState } from './vocabulary.js';

export const massChangeKindType = driveSchema.enum('mass_change_kind', valuesOf(MassChangeKind));

export const massChangeStateType = driveSchema.enum('mass_change_state', valuesOf(MassChangeState));

export const massChangeEffectType = driveSchema.enum('mass_change_effect', valuesOf(MassChangeEffect));

/** Bursts of changes of a site that look like encryption or deletion. */
export const massChange = driveSchema.table(
  'mass_change',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    siteId: bytewise('site_id').notNull(),
    kind: massChangeKindType().notNull(),
    state: massChangeStateType().notNull(),
    /** Number of the first change that belongs to the mass change; a restore uses the tree before this change. */
    firstChange: bigint('first_change', { mode: 'number' }).notNull(),
    /** Number of the last change that was examined for the mass change. */
    lastChange: bigint('last_change', { mode: 'number' }).notNull(),
    /** Time at which the first change was stored. */
    beganAtEpoch: doublePrecision('began_at').notNull(),
    noticedAtEpoch: doublePrecision('noticed_at').notNull(),
    /** Time at which files were last added to the mass change. */
    grownAtEpoch: doublePrecision('grown_at').notNull(),
    score: integer().notNull(),
    reasons: text().array().notNull(),
    /** Number of files that the site had before the mass change. */
    knownFiles: integer('known_files').notNull(),
    /** Time of the last state change; null while the mass change is open. */
    changedAtEpoch: doublePrecision('changed_at'),
    changedBy: text('changed_by'),
    notes: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('mass_change_open').on(table.siteId).where(sql`state = 'open'`),
    index('mass_change_of_site').on(table.siteId, table.id),
  ],
);

/** Files that a mass change affected. */
export const massChangeFile = driveSchema.table(
  'mass_change_file',
  {
    massChangeId: bigint('mass_change_id', { mode: 'number' })
      .notNull()
      .references(() => massChange.id, { onDelete: 'cascade' }),
    itemId: bytewise('item_id').notNull(),
    effect: massChangeEffectType().notNull(),
    /** Number of the first change of the item that contributed to the effect. */
    change: bigint({ mode: 'number' }).notNull(),
    /** Name before the change; null for a new file. */
    previousName: text('previous_name'),
  },
  (table) => [
    primaryKey({ name: 'mass_change_file_key', columns: [table.massChangeId, table.itemId] }),
    index('mass_change_file_order').on(table.massChangeId, table.change, table.itemId),
  ],
);

/** Detections to submit to the alerts domain, one for each mass change and each malware finding. */
export const detection = driveSchema.table(
  'detection',
  {
    inferenceId: bytewise('inference_id').primaryKey(),
    siteId: bytewise('site_id').notNull(),
    massChangeId: bigint('mass_change_id', { mode: 'number' }),
    findingId: bigint('finding_id', { mode: 'number' }),
    detectedAtEpoch: doublePrecision('detected_at').notNull(),
    /** Time of the last request to import the detection; 0 if there was none. */
    submittedAtEpoch: doublePrecision('handed_at').notNull().default(0),
    /** Id of the alert; null until the import is reported. */
    alertId: uuid('alert_id'),
  },
  (table) => [
    index('detection_unreported').on(table.submittedAtEpoch).where(sql`alert_id is null`),
    index('detection_of_mass_change').on(table.massChangeId),
  ],
);
