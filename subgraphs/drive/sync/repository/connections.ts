import { asc, type SQL, sql } from 'drizzle-orm';
import {
  array,
  boolean,
  execute,
  fetchRow,
  fetchRows,
  float8,
  integer,
  jsonb,
  nullable,
  queryBuilder,
  text,
} from '../../../../platform/database/statements/index.js';
import type { FileFilter } from '../../items/index.js';
import { connection } from '../tables.js';

/** State of the connection to a followed site. Times are Unix epoch seconds. */
export type SiteConnectionRecord = typeof connection.$inferSelect;

const keyTypes = { hostname: text, path: text };
const { hostname, path, isConnected } = connection;

export const selectConnection = fetchRow(keyTypes, (key) =>
  queryBuilder.select().from(connection).where(sql`${hostname} = ${key.hostname} and ${path} = ${key.path}`),
);

/** SQL condition: a connection belongs to a followed site, which is the configured site or was added by an operator. */
export const isFollowed = (settings: { hostname: SQL; path: SQL }) =>
  sql`(${connection.addedAtEpoch} is not null or (${hostname} = ${settings.hostname} and ${path} = ${settings.path}))`;

/** The followed sites: the configured site first, then the others in the order in which they were added. */
export const selectFollowedSites = fetchRows(keyTypes, (settings) =>
  queryBuilder
    .select()
    .from(connection)
    .where(isFollowed(settings))
    .orderBy(sql`${connection.addedAtEpoch} nulls first`, asc(hostname), asc(path)),
);

/** Serializes changes to the list of followed sites, by a lock until the transaction ends. */
export const lockSites = execute(
  {},
  () => sql`select pg_advisory_xact_lock(hashtextextended('rampart drive sites', 0))`,
);

/** The connected site with this id; undefined if there is none. */
export const selectConnectedSite = fetchRow({ siteId: text }, ({ siteId }) =>
  queryBuilder.select().from(connection).where(sql`${connection.siteId} = ${siteId} and ${isConnected}`),
);

const optionTypes = {
  pollSeconds: nullable(integer),
  filter: nullable(jsonb<FileFilter>()),
  credentials: nullable(text),
};

/**
 * Adds a site found by the site lookup to the followed sites, or adds one again that was followed before. Requests a
 * sync.
 */
export const insertSite = execute(
  { ...keyTypes, siteId: text, driveId: nullable(text), ...optionTypes, now: float8 },
  (site) => sql`insert into ${connection} (hostname, path, site_id, drive_id, is_connected, connected_at, added_at,
        poll_seconds, filter, credentials, sync_requested_at)
      values (${site.hostname}, ${site.path}, ${site.siteId}, ${site.driveId}, true, ${site.now}, ${site.now},
        ${site.pollSeconds}, ${site.filter}, ${site.credentials}, ${site.now})
      on conflict (hostname, path) do update set site_id = excluded.site_id, drive_id = excluded.drive_id,
        is_connected = true, connected_at = excluded.connected_at, disconnected_at = null, added_at = excluded.added_at,
        is_paused = false, poll_seconds = excluded.poll_seconds, filter = excluded.filter,
        credentials = excluded.credentials, sync_requested_at = excluded.sync_requested_at,
        failures = 0, circuit_open_until = null, last_error = null, last_error_code = null, last_error_at = null`,
);

/**
 * Changes the options of a site, and requests a sync that applies them. The configured site can be changed even before
 * it is connected.
 */
export const updateSite = execute(
  { ...keyTypes, ...optionTypes, now: float8 },
  (site) => sql`insert into ${connection} (hostname, path, is_connected, poll_seconds, filter, credentials)
      values (${site.hostname}, ${site.path}, false, ${site.pollSeconds}, ${site.filter}, ${site.credentials})
      on conflict (hostname, path) do update set poll_seconds = excluded.poll_seconds, filter = excluded.filter,
        credentials = excluded.credentials, sync_requested_at = ${site.now}, failures = 0, circuit_open_until = null`,
);

/** Pauses or resumes a site. Resuming requests a sync and closes the circuit. */
export const pauseSite = execute(
  { ...keyTypes, isPaused: boolean, now: float8 },
  (site) => sql`insert into ${connection} (hostname, path, is_connected, is_paused)
      values (${site.hostname}, ${site.path}, false, ${site.isPaused})
      on conflict (hostname, path) do update set is_paused = excluded.is_paused,
        sync_requested_at = case when excluded.is_paused then ${connection.syncRequestedAtEpoch} else ${site.now} end,
        failures = case when excluded.is_paused then ${connection.failures} else 0 end,
        circuit_open_until = case when excluded.is_paused then ${connection.circuitOpenUntilEpoch} end`,
);

/** Removes a site from the list of followed sites. */
export const deleteSite = execute(
  keyTypes,
  (site) => sql`delete from ${connection} where ${hostname} = ${site.hostname} and ${path} = ${site.path}`,
);

/** Records that an operator requested a sync of a site. */
export const requestSiteSync = execute(
  { ...keyTypes, now: float8 },
  (site) => sql`update ${connection} set sync_requested_at = ${site.now}
      where ${hostname} = ${site.hostname} and ${path} = ${site.path}`,
);

/** Records that the requested sync of a site has started. */
export const claimSiteSync = execute(
  keyTypes,
  (site) => sql`update ${connection} set sync_requested_at = null
      where ${hostname} = ${site.hostname} and ${path} = ${site.path} and sync_requested_at is not null`,
);

/** Marks a site as connected. */
export const connectSite = execute(
  { ...keyTypes, siteId: text, driveId: nullable(text), now: float8 },
  (site) => sql`insert into ${connection} (hostname, path, site_id, drive_id, is_connected, connected_at)
      values (${site.hostname}, ${site.path}, ${site.siteId}, ${site.driveId}, true, ${site.now})
      on conflict (hostname, path) do update set site_id = excluded.site_id, drive_id = excluded.drive_id,
        is_connected = true,
        connected_at = case when ${isConnected} then ${connection.connectedAtEpoch} else excluded.connected_at end,
        disconnected_at = null, failures = 0, circuit_open_until = null`,
);

/** Marks a site as disconnected. */
export const disconnectSite = execute(
  { ...keyTypes, now: float8 },
  (site) => sql`update ${connection}
      set is_connected = false, disconnected_at = ${site.now}, failures = 0, circuit_open_until = null
      where ${hostname} = ${site.hostname} and ${path} = ${site.path} and ${isConnected}`,
);

/** Inserts an unconnected site before the first attempt to connect it, so its status can be recorded. */
export const prepareConnection = execute(
  keyTypes,
  (key) => sql`insert into ${connection} (hostname, path, is_connected) values (${key.hostname}, ${key.path}, false)
      on conflict (hostname, path) do nothing`,
);

/** Records the roles and expiration of a new access token; does nothing if the site was removed. */
export const recordToken = execute(
  { ...keyTypes, roles: nullable(array(text)), expiresAt: float8 },
  (token) => sql`update ${connection} set roles = ${token.roles}, token_expires_at = ${token.expiresAt}
      where ${hostname} = ${token.hostname} and ${path} = ${token.path}`,
);

/**
 * Records a failure and opens the circuit: jobs send no requests to the site until `openUntil`. Does nothing if the
 * site was removed.
 */
export const recordFailure = execute(
  { ...keyTypes, code: text, message: text, now: float8, openUntil: float8 },
  (failure) => sql`update ${connection} set last_error_code = ${failure.code}, last_error = ${failure.message},
        last_error_at = ${failure.now}, failures = ${connection.failures} + 1, circuit_open_until = ${failure.openUntil}
      where ${hostname} = ${failure.hostname} and ${path} = ${failure.path}`,
);

/** Closes the circuit of a site after a success. The last error is retained for the status. */
export const recordSuccess = execute(
  keyTypes,
  (key) => sql`update ${connection} set failures = 0, circuit_open_until = null
      where ${hostname} = ${key.hostname} and ${path} = ${key.path}
        and (${connection.failures} <> 0 or ${connection.circuitOpenUntilEpoch} is not null)`,
);
