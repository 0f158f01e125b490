import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { valuesOf } from '../../../platform/enum-values.js';
import { bytea, bytewise, epochMilliseconds, zonesSchema } from '../tables.js';
import { PullOutcome } from './vocabulary.js';

export const pullOutcomeType = zonesSchema.enum('pull_outcome', valuesOf(PullOutcome));

/** State of the sources of the settings (docs/decisions/0084). All times are Unix epoch milliseconds. */
export const zoneSource = zonesSchema.table('source', {
  zone: bytewise('zone').primaryKey(),
  /** Origin in the settings when the state was recorded. When it changes, the state is discarded. */
  origin: text().notNull(),
  createdAt: epochMilliseconds('created_at').notNull(),
  lastAttemptAt: epochMilliseconds('last_attempt_at'),
  outcome: pullOutcomeType(),
  /** Cause of the last failure; null if the last pull did not fail. */
  error: text(),
  /** Number of consecutive failures. */
  failures: integer().notNull().default(0),
  /** Time at which the zone was last known to be current; null if it never was. */
  currentAt: epochMilliseconds('current_at'),
  /**
   * Time of the last complete download of a file; null if there was none. CZDS permits one download of a zone in 24
   * hours.
   */
  downloadedAt: epochMilliseconds('downloaded_at'),
  /** SOA serial at the last successful pull; null if there was none. */
  serial: bigint({ mode: 'number' }),
  /** Validators of the file that was imported last; null if the server sent none. */
  entityTag: text('entity_tag'),
  lastModified: text('last_modified'),
  /** Refresh, retry and expire times of the SOA record, in seconds; null if unknown. */
  refreshSeconds: bigint('refresh_seconds', { mode: 'number' }),
  retrySeconds: bigint('retry_seconds', { mode: 'number' }),
  expireSeconds: bigint('expire_seconds', { mode: 'number' }),
  nextAttemptAt: epochMilliseconds('next_attempt_at').notNull(),
  /** Time of the last NOTIFY message since the start of the last attempt; null if there was none. */
  notifiedAt: epochMilliseconds('noticed_at'),
  /** Time at which the zone became stale; null while it is not stale. */
  staleSince: epochMilliseconds('stale_since'),
});

/** State of CZDS accounts, which all processes share (docs/decisions/0114). */
export const czdsAccount = zonesSchema.table(
  'czds_account',
  {
    authUrl: text('auth_url').notNull(),
    username: text().notNull(),
    /** End of the last pause that the service has requested; null if it never requested one. */
    notBefore: epochMilliseconds('not_before'),
    /** The token, encrypted with a key derived from the password; null before the first authentication. */
    sealedToken: bytea('sealed_token'),
    /** Expiration time of the token; null if there is no token, or the service has rejected it. */
    tokenExpiresAt: epochMilliseconds('token_expires_at'),
  },
  (table) => [primaryKey({ columns: [table.authUrl, table.username] })],
);
