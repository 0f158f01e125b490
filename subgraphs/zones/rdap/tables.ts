import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { bytewise, epochMilliseconds, zonesSchema } from '../tables.js';
import { BulkLookupState, RdapResultStatus } from './vocabulary.js';

/** Cached responses of registries, unchanged. Times are Unix epoch milliseconds. */
export const rdapResponse = zonesSchema.table(
  'rdap_answer',
  {
    domain: bytewise('domain').primaryKey(),
    /** URL of the response. */
    source: text().notNull(),
    /**
     * Response of the registry; null if it has no such domain. Stored as text, because the JSON types change or reject
     * some documents.
     */
    body: text('answer'),
    /** Response of the registrar; null if it was not queried, or its response was not usable. */
    referred: text(),
    fetchedAt: doublePrecision('fetched_at').notNull(),
    expiresAt: doublePrecision('expires_at').notNull(),
  },
  (table) => [index('rdap_answer_expired').on(table.expiresAt)],
);

/** Leases of lookups in progress. Times come from the database's clock, which all replicas share. */
export const rdapLease = zonesSchema.table('rdap_lease', {
  /** Subject of the lease: a domain, or the base URL of a server whose background lookups the holder performs. */
  subject: bytewise('domain').primaryKey(),
  holder: uuid().notNull(),
  /** End of the lease in Unix epoch milliseconds, unless its holder releases it before. */
  endsAt: doublePrecision('ends_at').notNull(),
});

/** Recent failures of lookups, so a broken registry is not queried again and again. */
export const rdapFailure = zonesSchema.table(
  'rdap_failure',
  {
    /** A domain, or the base URL of a server that has failed or requested a pause. */
    subject: bytewise('subject').primaryKey(),
    /** Whether the registry did not respond in time. */
    isTimeout: boolean('is_timeout').notNull(),
    message: text().notNull(),
    expiresAt: doublePrecision('expires_at').notNull(),
    /** Number of consecutive failures of a server; 0 for a domain. */
    failures: integer().notNull().default(0),
  },
  (table) => [index('rdap_failure_expired').on(table.expiresAt)],
);

/**
 * Watched domains, whose dossiers are stored. A watch and its history belong to an account, to a tenant, or to neither.
 */
export const rdapWatch = zonesSchema.table(
  'rdap_watch',
  {
    id: uuid().primaryKey(),
    /** Account that owns the watch; null for watches of operators. */
    accountId: uuid('account_id'),
    /** Tenant that owns the watch; null for watches of accounts, and for watches that belong to no tenant. */
    tenantId: bytewise('tenant_id'),
    domain: bytewise('domain').notNull(),
    /** Base URL of the registry's server. */
    server: text().notNull(),
    /** Hours between scheduled lookups; 0: none. */
    intervalHours: integer('interval_hours').notNull(),
    createdAt: epochMilliseconds('created_at').notNull(),
    /** Name of the caller that added the watch; scheduled lookups use the quota of this caller. */
    createdBy: text('created_by').notNull(),
    /** Time of the last response; null if there was none. */
    lookedUpAt: epochMilliseconds('looked_up_at'),
    /** Time of the next scheduled lookup; null if there is none. */
    nextAt: epochMilliseconds('next_at'),
    /** Error of the last scheduled lookup; null after a successful lookup. */
    error: text(),
  },
  (table) => [
    unique('rdap_watch_domain').on(table.domain, table.accountId, table.tenantId).nullsNotDistinct(),
    index('rdap_watch_due').on(table.server, table.nextAt).where(sql`next_at is not null`),
  ],
);

/** Versions of watched dossiers: stored responses that differ from the previous one in more than volatile parts. */
export const rdapVersion = zonesSchema.table(
  'rdap_version',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    watchId: uuid('watch_id')
      .notNull()
      .references(() => rdapWatch.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    /** Response of the registry; null if it has no such domain. */
    body: text('answer'),
    referred: text(),
    fetchedAt: epochMilliseconds('fetched_at').notNull(),
    /** Names of the fields that differ from the previous version; null for the first version. */
    changed: text().array(),
  },
  (table) => [index('rdap_version_of_watch').on(table.watchId, table.id)],
);

export const bulkLookupStateType = zonesSchema.enum('rdap_job_state', valuesOf(BulkLookupState));
export const bulkLookupResultStatusType = zonesSchema.enum('rdap_result_status', valuesOf(RdapResultStatus));

/** Bulk lookups. Each belongs to an account, to a tenant, or to neither. */
export const rdapBulkLookup = zonesSchema.table(
  'rdap_job',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id'),
    tenantId: bytewise('tenant_id'),
    state: bulkLookupStateType().notNull(),
    /** Number of names. */
    count: integer().notNull(),
    createdAt: epochMilliseconds('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    finishedAt: epochMilliseconds('finished_at'),
    /** Time before which no lookup is performed, because the lookup quota of the caller is used up. */
    resumeAt: epochMilliseconds('resume_at').notNull(),
    /** Reason why the bulk lookup waits until `resumeAt`, or why Rampart has cancelled it; null if there is none. */
    error: text(),
    /** Order of turns: the running bulk lookup with the lowest value is next. */
    turn: bigint('turns', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('rdap_job_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('rdap_job_running').on(table.id).where(sql`state = 'running'`),
  ],
);

/** The names of bulk lookups and their results. */
export const rdapBulkLookupName = zonesSchema.table(
  'rdap_job_name',
  {
    lookupId: uuid('job_id')
      .notNull()
      .references(() => rdapBulkLookup.id, { onDelete: 'cascade' }),
    /** Position of the name in the list, from 1. */
    position: integer().notNull(),
    domain: bytewise('domain').notNull(),
    /** Base URL of the registry's server. */
    server: text().notNull(),
    status: bulkLookupResultStatusType().notNull(),
    /** Number of failed lookups of this domain, without failures of its server. */
    attempts: integer().notNull(),
    /** Time before which the domain is not looked up. */
    retryAt: epochMilliseconds('retry_at').notNull(),
    /** Reason and message of the last failure; null if there was none. */
    reason: text(),
    message: text(),
    source: text(),
    body: text('answer'),
    referred: text(),
    fetchedAt: epochMilliseconds('fetched_at'),
  },
  (table) => [
    primaryKey({ name: 'rdap_job_name_key', columns: [table.lookupId, table.position] }),
    index('rdap_job_name_waiting').on(table.lookupId, table.server, table.position).where(sql`status = 'waiting'`),
  ],
);
