import type { Executor } from '../../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import type { DriveSettings } from '../../dependencies.js';
import { isSameSite, type SiteKey, siteAddress } from '../../site-address.js';
import type { FollowingDependencies, SyncDependencies } from '../dependencies.js';
import { type SiteConnectionRecord, selectConnection, selectFollowedSites } from '../repository/connections.js';
import type { GraphClient } from '../upstream/graph-client.js';
import { applyCredentials } from './credentials.js';

/** Number of seconds between polls of a site without its own polling interval. */
export const defaultPollSeconds = 600;

/** A followed site that is connected. */
export type ConnectedSite = SiteConnectionRecord & { siteId: string };

/**
 * The key of the configured site.
 * @throws {DomainError} BAD_USER_INPUT if no site is configured
 */
export function requireConfiguredSiteKey(settings: DriveSettings): SiteKey {
  const { siteHostname, sitePath } = settings;
  if (sitePath === '')
    throw invalidArgument('site_path', '[drive] site_path is not set: set it to a path such as /sites/security');
  return { hostname: siteHostname.toLowerCase(), path: sitePath };
}

/** Whether a document site is configured. */
export function isConfigured(settings: DriveSettings): boolean {
  return settings.graphUrl !== '' && settings.siteHostname !== '' && settings.sitePath !== '';
}

/** The key of the configured site; null if none is configured. */
export function configuredSiteKey(settings: DriveSettings): SiteKey | null {
  return isConfigured(settings) ? requireConfiguredSiteKey(settings) : null;
}

/** Whether a site is the configured one. */
export function isConfiguredSite(settings: DriveSettings, key: SiteKey): boolean {
  const configuredKey = configuredSiteKey(settings);
  return configuredKey !== null && isSameSite(configuredKey, key);
}

export const unknownConnection: Omit<SiteConnectionRecord, keyof SiteKey> = {
  ...{ siteId: null, driveId: null, isConnected: false, connectedAtEpoch: null, disconnectedAtEpoch: null },
  ...{ roles: null, tokenExpiresAtEpoch: null, lastErrorCode: null, lastError: null, lastErrorAtEpoch: null },
  ...{ failures: 0, circuitOpenUntilEpoch: null, addedAtEpoch: null, isPaused: false, pollSeconds: null },
  ...{ filter: null, credentials: null, syncRequestedAtEpoch: null },
};

/**
 * The followed sites, the configured one first. Formerly configured sites are not followed. Without `[drive]
 * graph_url`, there are none.
 */
export async function followedSites(
  dependencies: Pick<FollowingDependencies, 'settings' | 'database'>,
): Promise<SiteConnectionRecord[]> {
  const { settings, database } = dependencies;
  return await database.guard((sql) => readFollowedSites(sql, settings));
}

/** The followed sites, read with the given executor; see `followedSites`. */
export async function readFollowedSites(sql: Executor, settings: DriveSettings): Promise<SiteConnectionRecord[]> {
  if (settings.graphUrl === '') return [];
  const key = configuredSiteKey(settings);
  const rows = await selectFollowedSites(sql, key ?? { hostname: '', path: '' });
  if (key === null) return rows;
  const isFirst = (site: SiteKey) => site.hostname === key.hostname && site.path === key.path;
  return [rows.find(isFirst) ?? { ...key, ...unknownConnection }, ...rows.filter((site) => !isFirst(site))];
}

/** The connection record of a site; an empty record if there is none yet. */
export async function readConnection({
  key,
  database,
}: Pick<SyncDependencies, 'key' | 'database'>): Promise<SiteConnectionRecord> {
  const connection = await database.guard((sql) => selectConnection(sql, key));
  return connection ?? { ...key, ...unknownConnection };
}

/** The dependencies for synchronizing a site: its settings, polling interval, filter and client. */
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
      const siteSettings = () => (site.credentials === null ? settings : applyCredentials(settings, site.credentials));
      client ??= clients.of({ key, settings: siteSettings(), driveId });
      return client;
    },
  };
}

/**
 * The settings for a site that an operator added. Its clientStates are random, so a notification of one site cannot be
 * mistaken for that of another.
 */
function settingsOfAddedSite(settings: DriveSettings, key: SiteKey): DriveSettings {
  return { ...settings, siteHostname: key.hostname, sitePath: siteAddress(key).sitePath, clientState: '' };
}

/** The dependencies for synchronizing the configured site. */
export function bindToConfiguredSite(dependencies: FollowingDependencies): Promise<SyncDependencies> {
  return bindToSiteKey(dependencies, requireConfiguredSiteKey(dependencies.settings));
}

export async function bindToSiteKey(dependencies: FollowingDependencies, key: SiteKey): Promise<SyncDependencies> {
  return bindToSite(dependencies, await readConnection({ ...dependencies, key }));
}

/**
 * Returns a followed site, which must be connected and not paused.
 * @throws {DomainError} CONFLICT if the site is not connected, or is paused
 */
export function requireActiveSite(connection: SiteConnectionRecord): ConnectedSite {
  const site = `${connection.hostname}${connection.path}`;
  if (!connection.isConnected || connection.siteId === null) {
    throw new DomainError('CONFLICT', `The document site ${site} is not connected; connect it first`, {
      reason: 'not_connected',
    });
  }
  if (connection.isPaused) {
    throw new DomainError('CONFLICT', `The document site ${site} is paused; resume it first`, { reason: 'paused' });
  }
  return { ...connection, siteId: connection.siteId };
}
