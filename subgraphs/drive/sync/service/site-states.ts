import type { Database, Executor } from '../../../../platform/database/index.js';
import type { DriveSettings } from '../../dependencies.js';
import type { SiteConnectionRecord } from '../repository/connections.js';
import { selectLastSuccesses } from '../repository/runs.js';
import { readFollowedSites } from './followed-sites.js';

/** State of a followed site, for metrics and checks. */
export interface SiteState {
  /** Hostname and path of the site, followed by a colon and the library name unless it is the default library. */
  readonly site: string;
  readonly state: 'connected' | 'paused' | 'failing' | 'disconnected';
  readonly failures: number;
  readonly lastError: string | null;
  /** End time of the last successful sync in Unix epoch seconds; null before the first one. */
  readonly lastSyncAt: number | null;
}

/** The states of all followed sites. */
export async function readSiteStates(platform: {
  configuration: { drive: DriveSettings };
  database: Pick<Database, 'reserved'>;
}): Promise<SiteState[]> {
  return await platform.database.reserved.guard((sql) => siteStatesIn(sql, platform.configuration.drive));
}

/** The states of all followed sites, read with the given executor. */
export async function siteStatesIn(sql: Executor, settings: DriveSettings): Promise<SiteState[]> {
  const sites = await readFollowedSites(sql, settings);
  const siteIds = sites.flatMap(({ siteId }) => siteId ?? []);
  const synced = new Map((await selectLastSuccesses(sql, { siteIds })).map((row) => [row.siteId, row.finishedAtEpoch]));
  return sites.map((site) => ({
    site: `${site.hostname}${site.path}`,
    state: stateOf(site),
    failures: site.failures,
    lastError: site.failures > 0 ? site.lastError : null,
    lastSyncAt: synced.get(site.siteId ?? '') ?? null,
  }));
}

function stateOf({ isConnected, isPaused, failures }: SiteConnectionRecord): SiteState['state'] {
  if (!isConnected) return 'disconnected';
  if (isPaused) return 'paused';
  return failures > 0 ? 'failing' : 'connected';
}
