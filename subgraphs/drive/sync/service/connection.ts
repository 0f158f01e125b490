import type { Database } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { ownVersion } from '../../../../platform/version.js';
import type { DriveSettings } from '../../dependencies.js';
import { backoffSeconds } from '../../network.js';
import type { SyncDependencies } from '../dependencies.js';
import { recordFailure, recordToken, type SiteConnectionRecord, selectConnection } from '../repository/connections.js';
import { userAgent } from '../rules/user-agent.js';
import { createGraphClient, type GraphClient } from '../upstream/graph-client.js';
import { createHttpClient } from '../upstream/http-client.js';

const initialPauseSeconds = 30;
const maxPauseSeconds = 1800;

/** Hostname and path of a site. */
export interface ConnectionKey {
  readonly hostname: string;
  readonly path: string;
}

/**
 * The site that the settings name.
 * @throws {DomainError} BAD_USER_INPUT when they name none
 */
export function configuredSite(settings: DriveSettings): ConnectionKey {
  const { siteHostname, sitePath } = settings;
  if (sitePath === '')
    throw new DomainError('BAD_USER_INPUT', '[drive] site_path is not set', { argument: 'site_path' });
  return { hostname: siteHostname.toLowerCase(), path: sitePath };
}

/** Whether the settings name a document site. */
export function isConfigured(settings: DriveSettings): boolean {
  return settings.graphUrl !== '' && settings.siteHostname !== '' && settings.sitePath !== '';
}

/** The connection to the configured site; an empty one when there is none yet. */
export async function readConnection(dependencies: SyncDependencies): Promise<SiteConnectionRecord> {
  const key = configuredSite(dependencies.settings);
  const known = await dependencies.database.guard((sql) => selectConnection(sql, key));
  return known ?? { ...key, ...unknownConnection };
}

export const unknownConnection: Omit<SiteConnectionRecord, keyof ConnectionKey> = {
  siteId: null,
  isConnected: false,
  connectedAtEpoch: null,
  disconnectedAtEpoch: null,
  roles: null,
  tokenExpiresAtEpoch: null,
  lastErrorCode: null,
  lastError: null,
  lastErrorAtEpoch: null,
  failures: 0,
  circuitOpenUntilEpoch: null,
};

/**
 * The connection with its site.
 * @throws {DomainError} CONFLICT when the site is not connected
 */
export async function requireConnected(
  dependencies: SyncDependencies,
): Promise<SiteConnectionRecord & { siteId: string }> {
  const connection = await readConnection(dependencies);
  if (!connection.isConnected || connection.siteId === null) {
    throw new DomainError('CONFLICT', 'The document site is not connected; connect it first', {
      reason: 'not_connected',
    });
  }
  return { ...connection, siteId: connection.siteId };
}

/**
 * Records a failure for the status and opens the circuit: for the time of `Retry-After`, or with exponential backoff.
 */
export async function openCircuit(dependencies: SyncDependencies, key: ConnectionKey, error: unknown): Promise<void> {
  const { database, clock, random } = dependencies;
  const now = clock.now() / 1000;
  const details = error instanceof DomainError ? error.details : undefined;
  const retryAfterSeconds = typeof details?.retryAfterSeconds === 'number' ? details.retryAfterSeconds : 0;
  await database.guard(async (sql) => {
    const failures = ((await selectConnection(sql, key))?.failures ?? 0) + 1;
    const pause = { failures, first: initialPauseSeconds, max: maxPauseSeconds, chance: (1 + random()) / 2 };
    await recordFailure(sql, {
      ...key,
      code: error instanceof DomainError ? error.code : 'INTERNAL_SERVER_ERROR',
      message: (error instanceof Error ? error.message : String(error)).slice(0, 2000),
      now,
      openUntil: now + Math.max(retryAfterSeconds, backoffSeconds(pause)),
    });
  });
}

/** A client of the configured site that records roles and expiration of each token for the status. */
export function connectedClient(
  platform: Pick<SyncDependencies, 'settings' | 'clock' | 'log' | 'pause' | 'random'> & {
    readonly database: Pick<Database, 'guard'>;
  },
): GraphClient {
  const { settings, database, clock, log, pause, random } = platform;
  const site = configuredSite(settings);
  return createGraphClient({
    settings,
    clock,
    engine: createHttpClient({ clock, pause, random, userAgent: userAgent(settings, ownVersion) }),
    async onToken({ roles, expiresAt }) {
      // Only for the status, so a failure is ignored.
      await database
        .guard((sql) => recordToken(sql, { ...site, roles, expiresAt }))
        .catch((error: unknown) => log.warn({ err: error }, 'roles and expiration of the token could not be recorded'));
    },
  });
}
