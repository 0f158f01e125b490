import { sql } from 'drizzle-orm';
import {
  array,
  build,
  execute,
  fetchRow,
  float8,
  nullable,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { connection } from '../tables.js';

/** State of the connection to the configured site. Times are Unix epoch seconds. */
export type SiteConnectionRecord = typeof connection.$inferSelect;

const keyTypes = { hostname: text, path: text };
const { hostname, path, isConnected } = connection;

export const selectConnection = fetchRow(
  statement(keyTypes, (key) =>
    build.select().from(connection).where(sql`${hostname} = ${key.hostname} and ${path} = ${key.path}`),
  ),
);

/** Marks the site as connected from now on. */
export const connectSite = execute(
  statement(
    { ...keyTypes, siteId: text, now: float8 },
    (site) => sql`insert into ${connection} (hostname, path, site_id, is_connected, connected_at)
      values (${site.hostname}, ${site.path}, ${site.siteId}, true, ${site.now})
      on conflict (hostname, path) do update set site_id = excluded.site_id, is_connected = true,
        connected_at = case when ${isConnected} then ${connection.connectedAtEpoch} else excluded.connected_at end,
        disconnected_at = null`,
  ),
);

/** Marks the site as no longer connected. */
export const disconnectSite = execute(
  statement(
    { ...keyTypes, now: float8 },
    (site) => sql`update ${connection}
      set is_connected = false, disconnected_at = ${site.now}, failures = 0, circuit_open_until = null
      where ${hostname} = ${site.hostname} and ${path} = ${site.path} and ${isConnected}`,
  ),
);

/** Records roles and expiration of a new token. */
export const recordToken = execute(
  statement(
    { ...keyTypes, roles: nullable(array(text)), expiresAt: float8 },
    (token) => sql`insert into ${connection} (hostname, path, is_connected, roles, token_expires_at)
      values (${token.hostname}, ${token.path}, false, ${token.roles}, ${token.expiresAt})
      on conflict (hostname, path) do update set roles = excluded.roles, token_expires_at = excluded.token_expires_at`,
  ),
);

/** Records a failure and until when jobs send no requests because of it. */
export const recordFailure = execute(
  statement(
    { ...keyTypes, code: text, message: text, now: float8, openUntil: float8 },
    (
      failure,
    ) => sql`insert into ${connection} (hostname, path, is_connected, last_error_code, last_error, last_error_at,
        failures, circuit_open_until)
      values (${failure.hostname}, ${failure.path}, false, ${failure.code}, ${failure.message}, ${failure.now},
        1, ${failure.openUntil})
      on conflict (hostname, path) do update set last_error_code = excluded.last_error_code,
        last_error = excluded.last_error, last_error_at = excluded.last_error_at,
        failures = ${connection.failures} + 1, circuit_open_until = excluded.circuit_open_until`,
  ),
);

/** Closes the circuit after a success. The last error is kept for the status. */
export const recordSuccess = execute(
  statement(
    keyTypes,
    (key) => sql`update ${connection} set failures = 0, circuit_open_until = null
      where ${hostname} = ${key.hostname} and ${path} = ${key.path}
        and (${connection.failures} <> 0 or ${connection.circuitOpenUntilEpoch} is not null)`,
  ),
);
