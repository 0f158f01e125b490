import { type ConnectionLimit, readConnectionLimit } from './connection-limit.js';
import { type MigrationState, readMigrationState } from './migrate.js';
import { type OpenDatabaseOptions, withUnmigratedDatabase } from './open-database.js';
import { readTimeouts, readUnsuitableSettings, type UnsuitableSetting } from './session-settings.js';

/** The state of a database and the privileges of its user, for `rampart doctor`. */
export interface DatabaseInspection {
  /** PostgreSQL's `server_version_num`; 150004 means 15.4. */
  readonly versionNumber: number;
  readonly version: string;
  readonly encoding: string;
  /** Whether the server is a standby, or transactions are read-only by default. */
  readonly isReadOnly: boolean;
  /** State of the extension `pg_trgm`: installed, or whether the user can install it. */
  readonly trigramExtension: 'installed' | 'can be created' | 'requires a superuser' | 'not available';
  readonly canCreateSchemas: boolean;
  /** Whether the connection uses TLS or remains on this machine. */
  readonly isConnectionPrivate: boolean;
  /** Settings of sessions that cause wrong results. */
  readonly unsuitableSettings: readonly UnsuitableSetting[];
  /** Settings of sessions that end imports, jobs and migrations after some time. */
  readonly timeouts: readonly UnsuitableSetting[];
  readonly connectionLimit: ConnectionLimit;
  readonly migrations: MigrationState;
  /** Offset of the server's clock from this machine's, in milliseconds, and the uncertainty of the measurement. */
  readonly clock: { readonly aheadMs: number; readonly toleranceMs: number };
  /** Directory of the embedded database; null for a database by URL. */
  readonly dataDirectory: string | null;
}

interface ServerRow {
  versionNumber: number;
  version: string;
  encoding: string;
  isReadOnly: boolean;
  canCreate: boolean;
  isSuperuser: boolean;
  isConnectionPrivate: boolean;
}

/**
 * Inspects the database without changing it. Starts the embedded server if it is not running.
 * @throws {Error} of the driver, if the database cannot be reached
 */
export async function inspectDatabase(options: OpenDatabaseOptions): Promise<DatabaseInspection> {
  const isEmbedded = options.configuration.database.url === '';
  return await withUnmigratedDatabase(options, async (sql) => {
    const [server] = await sql<[ServerRow]>`select
      current_setting('server_version_num')::int4 as "versionNumber",
      current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only')::bool as "isReadOnly",
      has_database_privilege(current_database(), 'CREATE') as "canCreate",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      -- Both are null on a socket, and the same address within one machine.
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)
        or inet_client_addr() is not distinct from inet_server_addr() as "isConnectionPrivate"`;
    const { versionNumber, version, encoding, isReadOnly, canCreate, isSuperuser, isConnectionPrivate } = server;
    const [extension] = await sql<{ isInstalled: boolean; isTrusted: boolean }[]>`
      select bool_or(installed) as "isInstalled", bool_or(trusted) as "isTrusted"
      from pg_available_extension_versions where name = 'pg_trgm' having count(*) > 0`;
    const [location] = isEmbedded
      ? await sql<[{ directory: string }]>`
      select current_setting('data_directory') as directory`
      : [];
    return {
      ...{ versionNumber, version, encoding, isReadOnly, canCreateSchemas: canCreate, isConnectionPrivate },
      trigramExtension: extensionState(extension, { canCreate, isSuperuser }),
      unsuitableSettings: await readUnsuitableSettings(sql),
      timeouts: await readTimeouts(sql),
      connectionLimit: await readConnectionLimit(sql),
      migrations: await readMigrationState(sql),
      clock: await compareClocks(async () => {
        const [row] = await sql<[{ now: number }]>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
        return row.now;
      }),
      dataDirectory: location?.directory ?? null,
    };
  });
}

function extensionState(
  extension: { isInstalled: boolean; isTrusted: boolean } | undefined,
  user: { canCreate: boolean; isSuperuser: boolean },
): DatabaseInspection['trigramExtension'] {
  if (extension === undefined) return 'not available';
  if (extension.isInstalled) return 'installed';
  return user.isSuperuser || (extension.isTrusted && user.canCreate) ? 'can be created' : 'requires a superuser';
}

/**
 * Measures the offset between the clocks. Assumes that the server read its clock in the middle of the round trip; the
 * uncertainty is half of the round trip.
 */
async function compareClocks(readServerTime: () => Promise<number>): Promise<DatabaseInspection['clock']> {
  const sentAt = Date.now();
  const serverTime = await readServerTime();
  const toleranceMs = (Date.now() - sentAt) / 2;
  return { aheadMs: serverTime - (sentAt + toleranceMs), toleranceMs };
}
