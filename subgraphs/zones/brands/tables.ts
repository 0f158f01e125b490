import { type SQLWrapper, sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { bytewise, epochMilliseconds, zonesSchema } from '../tables.js';
import { BrandHitEntryKind, BrandHitKind, BrandHitSource, BrandHitStatus } from './vocabulary.js';

/** IDN labels (Punycode) of all zones with their skeletons; a removed label may remain. */
export const idnLabel = zonesSchema.table(
  'idn_label',
  { label: bytewise('label').primaryKey(), skeleton: bytewise('skeleton').notNull() },
  (table) => [index('idn_label_skeleton').on(table.skeleton)],
);

/**
 * Progress of `idn_label`: it contains the labels of `ingest` up to `label`, and those of all earlier ones. One row.
 */
export const idnProgress = zonesSchema.table('idn_progress', {
  isOnly: boolean('is_only').primaryKey(),
  ingest: integer().notNull(),
  label: bytewise('label').notNull(),
});

export const brandHitKindType = zonesSchema.enum('brand_hit_kind', valuesOf(BrandHitKind));
export const brandHitStatusType = zonesSchema.enum('brand_hit_status', valuesOf(BrandHitStatus));
export const brandHitSourceType = zonesSchema.enum('brand_hit_source', valuesOf(BrandHitSource));
export const brandHitEntryKindType = zonesSchema.enum('brand_hit_entry_kind', valuesOf(BrandHitEntryKind));

/** Brands that names are compared with. */
export const brand = zonesSchema.table(
  'brand',
  {
    id: uuid().primaryKey(),
    /** Tenant of the brand; null if it belongs to none. */
    tenantId: bytewise('tenant_id'),
    /** Label in Punycode, in lower case. */
    name: bytewise('name').notNull(),
    /** Domain names that are never hits, and neither are their subdomains. */
    allowedNames: text('allowed_names').array().notNull(),
    /** Names of the zones in which the brand is watched; null: all zones. */
    zones: text().array(),
    kinds: text().array().$type<BrandHitKind[]>().notNull(),
    maxDistance: integer('max_distance').notNull(),
    /** Words that make a name a combosquat when combined with the brand, in addition to the built-in words. */
    words: text().array().notNull().default([]),
    /** Increases with each change of a setting that decides which names match. */
    revision: integer().notNull(),
    /** Whether hits of this revision were not recorded, because the brand had the maximum number of them. */
    isFull: boolean('is_full').notNull(),
    /** Number of certificate names that were not recorded, because the brand had the maximum number of them. */
    skippedCertificates: bigint('skipped_certificates', { mode: 'number' }).notNull().default(0),
    /** Whether confirmed hits, and hosts at or below the names of hits, open alerts. */
    opensAlerts: boolean('opens_alerts').notNull().default(false),
    /** Kinds of imitation whose names are blocked automatically when an import adds them. */
    autoBlockKinds: text('auto_block_kinds').array().$type<BrandHitKind[]>().notNull().default([]),
    /** Maximum edit distance of typos that are blocked automatically. */
    autoBlockMaxDistance: integer('auto_block_max_distance').notNull().default(1),
    createdAt: epochMilliseconds('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    updatedAt: epochMilliseconds('updated_at').notNull(),
  },
  (table) => [unique('brand_name').on(table.tenantId, table.name).nullsNotDistinct()],
);

/** Progress of comparing a brand with all names of its zones, after it was added or changed. */
export const brandScan = zonesSchema.table('brand_scan', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brand.id, { onDelete: 'cascade' }),
  /** Names of zones with lower ids, and names of this zone up to `label`, were compared. */
  zoneId: integer('zone_id').notNull(),
  label: bytewise('label').notNull(),
  namesRead: bigint('names_read', { mode: 'number' }).notNull(),
  /** Number of names in the zones of the brand when the scan started. */
  namesTotal: bigint('names_total', { mode: 'number' }).notNull(),
  /** Number of hits that the scan has added. */
  hits: integer().notNull(),
  startedAt: epochMilliseconds('started_at').notNull(),
  finishedAt: epochMilliseconds('finished_at'),
});

/**
 * Progress of following imports: the names of this ingest up to this label were compared with all brands. One row,
 * whose lock serializes everything that adds or changes brands and hits, except triage.
 */
export const brandProgress = zonesSchema.table('brand_feed', {
  isOnly: boolean('is_only').primaryKey(),
  ingest: integer().notNull(),
  /** Last label that was compared; empty before the first name, null if all names of the ingest were compared. */
  label: bytewise('label'),
});

/** Names that imitate a brand, once for each name and brand. */
export const brandHit = zonesSchema.table(
  'brand_hit',
  {
    id: uuid().primaryKey().defaultRandom(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brand.id, { onDelete: 'cascade' }),
    /** Tenant of the brand; null if it belongs to none. */
    tenantId: bytewise('tenant_id'),
    zoneId: integer('zone_id').notNull(),
    label: bytewise('label').notNull(),
    kind: brandHitKindType().notNull(),
    distance: integer().notNull(),
    source: brandHitSourceType().notNull(),
    status: brandHitStatusType().notNull(),
    /** Whether the name is in its zone. */
    isActive: boolean('is_active').notNull(),
    /** Whether the hit is dismissed because the name no longer matches the brand. */
    isUnmatched: boolean('is_unmatched').notNull(),
    /** Whether the settings of the brand block the name of this open hit automatically. */
    isAutoBlocked: boolean('is_auto_blocked').notNull().default(false),
    /** Revision of the brand that the name was last compared with. */
    revision: integer().notNull(),
    /** Id of the last processed ingest that changed the name. */
    lastIngestId: integer('since').notNull(),
    foundAt: epochMilliseconds('found_at').notNull(),
    reopenedAt: epochMilliseconds('reopened_at'),
    triagedAt: epochMilliseconds('triaged_at'),
    triagedBy: text('triaged_by'),
    note: text(),
  },
  (table) => [
    unique('brand_hit_name').on(table.brandId, table.zoneId, table.label),
    index('brand_hit_label').on(table.zoneId, table.label),
    // Serves block lists.
    index('brand_hit_blocked').on(table.zoneId, table.label).where(sql`status = 'confirmed' or is_auto_blocked`),
    index('brand_hit_newest').on(table.foundAt.desc().nullsFirst(), table.id),
    index('brand_hit_of_brand').on(table.brandId, table.foundAt.desc().nullsFirst(), table.id),
  ],
);

/** Condition for hits whose names are blocked: the hit is confirmed, or blocked automatically. */
export const isBlockedIn = (hit: { status: SQLWrapper; isAutoBlocked: SQLWrapper }) =>
  sql`(${hit.status} = 'confirmed' or ${hit.isAutoBlocked})`;

export const isBlockedHit = isBlockedIn(brandHit);

/** History of hits. */
export const brandHitEntry = zonesSchema.table(
  'brand_hit_entry',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    hitId: uuid('hit_id')
      .notNull()
      .references(() => brandHit.id, { onDelete: 'cascade' }),
    brandId: uuid('brand_id').notNull(),
    kind: brandHitEntryKindType().notNull(),
    at: epochMilliseconds('at').notNull(),
    /** Caller whose triage caused the entry; null if the entry has another cause. */
    caller: text(),
    note: text(),
  },
  (table) => [
    index('brand_hit_entry_of_hit').on(table.hitId, table.id),
    index('brand_hit_entry_day').on(table.brandId, table.at),
  ],
);

/** Inferences about hits that were submitted to the alerts domain, each once. */
export const brandAlert = zonesSchema.table(
  'brand_alert',
  {
    inferenceId: text('inference_id').primaryKey(),
    hitId: uuid('hit_id')
      .notNull()
      .references(() => brandHit.id, { onDelete: 'cascade' }),
    /** The endpoint of the alert: the name of the hit, or a host at or below it, in lower case. */
    hostname: bytewise('hostname').notNull(),
    at: epochMilliseconds('at').notNull(),
    /** Alert that the inference belongs to; null before the alerts domain has reported it, and if there is none. */
    alertId: uuid('alert_id'),
    /** Time at which the alerts domain reported that the inference belongs to no alert; null if it has not. */
    ignoredAt: epochMilliseconds('ignored_at'),
  },
  (table) => [index('brand_alert_of_hit').on(table.hitId), index('brand_alert_alert').on(table.alertId)],
);

/** Progress of opening alerts: changes of block lists up to this serial were handled. One row. */
export const brandAlertProgress = zonesSchema.table('brand_alert_feed', {
  isOnly: boolean('is_only').primaryKey(),
  serial: bigint({ mode: 'number' }).notNull(),
});
