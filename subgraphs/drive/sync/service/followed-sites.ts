import type { Executor } from '../../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import type { DriveSettings } from '../../dependencies.js';
import { isSameSite, type SiteKey, siteAddress } from '../../site-address.js';
import type { FollowingDependencies, SyncDependencies } from '../dependencies.js';
import { type SiteConnectionRecord, selectConnection, selectFollowedSites } from '../repository/connections.js';
import type { GraphClient } from '../upstream/graph-client.js';
import { applyCredentials } from './credentials.js';

/** Time between polls of a site that has no schedule of its own. */
export const defaultPollSeconds = 600;

/** A followed site that is connected. */
export type ConnectedSite = SiteConnectionRecord & { siteId: string };

/**
 * The site that the settings name.
 * @throws {DomainError} BAD_USER_INPUT when they name none
 */
export function configuredSite(settings: DriveSettings): SiteKey {
  const { siteHostname, sitePath } = settings;
  if (sitePath === '')
    throw invalidArgument('site_path', '[drive] site_path is not set: set it to a path such as /sites/security');
  return { hostname: siteHostname.toLowerCase(), path: sitePath };
}

/** Whether the settings name a document site. */
export function isConfigured(settings: DriveSettings): boolean {
  return settings.graphUrl !== '' && settings.siteHostname !== '' && settings.sitePath !== '';
}

/** The key of the configured site; null if none is configured. */
export function configuredSiteKey(settings: DriveSettings): SiteKey | null {
  return isConfigured(settings) ? configuredSite(settings) : null;
}

/** Whether a site is the configured one. */
export function isConfiguredSite(settings: DriveSettings, key: SiteKey): boolean {
  const own = configuredSiteKey(settings);
  return own !== null && isSameSite(own, key);
}

export const unknownConnection: Omit<SiteConnectionRecord, keyof SiteKey> = {
  ...{ siteId: null, driveId: null, isConnected: false, connectedAtEpoch: null, disconnectedAtEpoch: null },
  ...{ roles: null, tokenExpiresAtEpoch: null, lastErrorCode: null, lastError: null, lastErrorAtEpoch: null },
  ...{ failures: 0, circuitOpenUntilEpoch: null, addedAtEpoch: null, isPaused: false, pollSeconds: null },
  ...{ filter: null, credentials: null, syncRequestedAtEpoch: null },
};

/**
 * The followed sites, the configured one first. Sites of earlier settings are not followed. Without `[drive]
 * graph_url`, there are none.
 */
export async function followedSites(
  dependencies: Pick<FollowingDependencies, 'settings' | 'database'>,
): Promise<SiteConnectionRecord[]> {
  const { settings, database } = dependencies;
  return await database.guard((sql) => readFollowedSites(sql, settings));
}

/** The followed sites, as a transaction sees them. */
export async function readFollowedSites(sql: Executor, settings: DriveSettings): Promise<SiteConnectionRecord[]> {
  if (settings.graphUrl === '') return [];
  const key = configuredSiteKey(settings);
  const rows = await selectFollowedSites(sql, key ?? { hostname: '', path: '' });
  if (key === null) return rows;
  const isFirst = (site: SiteKey) => site.hostname === key.hostname && site.path === key.path;
  return [rows.find(isFirst) ?? { ...key, ...unknownConnection }, ...rows.filter((site) => !isFirst(site))];
}

/** The connection to a site; an empty one when there is none yet. */
export async function readConnection({
  key,
  database,
}: Pick<SyncDependencies, 'key' | 'database'>): Promise<SiteConnectionRecord> {
  const known = await database.guard((sql) => selectConnection(sql, key));
  return known ?? { ...key, ...unknownConnection };
}

/** The dependencies of following one site: its settings, schedule, filter and client. */
export function bindToSite(dependencies: FollowingDependencies, site: SiteConnectionRecord): SyncDependencies {
  const { clients } = dependencies;
  const { hostname, path, driveId } = site;
  const key = { hostname, path };
  const configured = configuredSiteKey(dependencies.settings);
  const settings = isConfiguredSite(dependencies.settings, key)
    ? dependencies.settings
    : settingsOfAddedSite(dependencies.settings, key);
  let client: GraphClient | undefined;
  return {
    ...dependencies,
    ...{ key, configured, settings, filter: site.filter, pollSeconds: site.pollSeconds ?? defaultPollSeconds },
    graph() {
      const own = () => (site.credentials === null ? settings : applyCredentials(settings, site.credentials));
      client ??= clients.of({ key, settings: own(), driveId });
      return client;
    },
  };
}

/** Each added site has random clientStates, so notifications of one site cannot be taken for those of another. */
function settingsOfAddedSite(settings: DriveSettings, key: SiteKey): DriveSettings {
  return { ...settings, siteHostname: key.hostname, sitePath: siteAddress(key).sitePath, clientState: '' };
}

/** The dependencies of following the configured site. */
export function bindToConfiguredSite(dependencies: FollowingDependencies): Promise<SyncDependencies> {
  return bindToSiteKey(dependencies, configuredSite(dependencies.settings));
}

export async function bindToSiteKey(dependencies: FollowingDependencies, key: SiteKey): Promise<SyncDependencies> {
  return bindToSite(dependencies, await readConnection({ ...dependencies, key }));
}

/**
 * A followed site that is connected.
 * @throws {DomainError} CONFLICT when it is not, or is paused
 */
export function assertConnected(connection: SiteConnectionRecord): ConnectedSite {
  if (!connection.isConnected || connection.siteId === null) {
    throw new DomainError('CONFLICT', 'The document site is not connected; connect it first', {
      reason: 'not_connected',
    });
  }
  if (connection.isPaused) {
    throw new DomainError('CONFLICT', 'The document site is paused; resume it first', { reason: 'paused' });
  }
  return { ...connection, siteId: connection.siteId };
}
