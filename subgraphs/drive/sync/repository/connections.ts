import { type Executor, runStatement } from '../../../../platform/database/index.js';

/** State of the connection to the configured site. */
export interface SiteConnectionRecord {
  hostname: string;
  path: string;
  siteId: string | null;
  isConnected: boolean;
  connectedAtEpoch: number | null;
  disconnectedAtEpoch: number | null;
  roles: string[] | null;
  tokenExpiresAtEpoch: number | null;
  lastErrorCode: string | null;
  lastError: string | null;
  lastErrorAtEpoch: number | null;
  failures: number;
  circuitOpenUntilEpoch: number | null;
}

interface ConnectionKey {
  hostname: string;
  path: string;
}

const connectionColumns = `hostname, path, site_id as "siteId", is_connected as "isConnected",
  connected_at as "connectedAtEpoch", disconnected_at as "disconnectedAtEpoch", roles,
  token_expires_at as "tokenExpiresAtEpoch", last_error_code as "lastErrorCode", last_error as "lastError",
  last_error_at as "lastErrorAtEpoch", failures, circuit_open_until as "circuitOpenUntilEpoch"`;

export async function selectConnection(sql: Executor, key: ConnectionKey): Promise<SiteConnectionRecord | undefined> {
  const text = `select ${connectionColumns} from drive.connection where hostname = $1 and path = $2`;
  return (await runStatement<SiteConnectionRecord>(sql, text, [key.hostname, key.path]))[0];
}

/** Marks the site as connected from now on. */
export async function connectSite(sql: Executor, key: ConnectionKey & { siteId: string; now: number }): Promise<void> {
  await runStatement(
    sql,
    `insert into drive.connection (hostname, path, site_id, is_connected, connected_at) values ($1, $2, $3, true, $4)
     on conflict (hostname, path) do update set site_id = excluded.site_id, is_connected = true,
       connected_at = case when connection.is_connected then connection.connected_at else excluded.connected_at end,
       disconnected_at = null`,
    [key.hostname, key.path, key.siteId, key.now],
  );
}

/** Marks the site as no longer connected. */
export async function disconnectSite(sql: Executor, key: ConnectionKey & { now: number }): Promise<void> {
  await runStatement(
    sql,
    `update drive.connection set is_connected = false, disconnected_at = $3, failures = 0, circuit_open_until = null
     where hostname = $1 and path = $2 and is_connected`,
    [key.hostname, key.path, key.now],
  );
}

/** Records roles and expiration of a new token. */
export async function recordToken(
  sql: Executor,
  token: ConnectionKey & { roles: readonly string[] | null; expiresAt: number },
): Promise<void> {
  await runStatement(
    sql,
    `insert into drive.connection (hostname, path, is_connected, roles, token_expires_at)
     values ($1, $2, false, $3::text[], $4)
     on conflict (hostname, path) do update set roles = excluded.roles, token_expires_at = excluded.token_expires_at`,
    [token.hostname, token.path, token.roles, token.expiresAt],
  );
}

/** Records a failure and until when jobs send no requests because of it. */
export async function recordFailure(
  sql: Executor,
  failure: ConnectionKey & { code: string; message: string; now: number; openUntil: number | null },
): Promise<void> {
  await runStatement(
    sql,
    `insert into drive.connection (hostname, path, is_connected, last_error_code, last_error, last_error_at, failures,
       circuit_open_until)
     values ($1, $2, false, $3, $4, $5, 1, $6)
     on conflict (hostname, path) do update set last_error_code = excluded.last_error_code,
       last_error = excluded.last_error, last_error_at = excluded.last_error_at, failures = connection.failures + 1,
       circuit_open_until = excluded.circuit_open_until`,
    [failure.hostname, failure.path, failure.code, failure.message, failure.now, failure.openUntil],
  );
}

/** Closes the circuit after a success. The last error is kept for the status. */
export async function recordSuccess(sql: Executor, key: ConnectionKey): Promise<void> {
  await runStatement(
    sql,
    `update drive.connection set failures = 0, circuit_open_until = null
     where hostname = $1 and path = $2 and (failures <> 0 or circuit_open_until is not null)`,
    [key.hostname, key.path],
  );
}
