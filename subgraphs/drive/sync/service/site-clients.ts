import { ownVersion } from '../../../../platform/version.js';
import type { DriveDependencies, DriveSettings } from '../../dependencies.js';
import type { SiteKey } from '../../site-address.js';
import { recordToken } from '../repository/connections.js';
import { userAgent } from '../rules/user-agent.js';
import { createGraphClient, type GraphClient } from '../upstream/graph-client.js';
import { createHttpClient } from '../upstream/http-client.js';
import { type ApplicationQuota, createApplicationQuota } from '../upstream/pacing.js';

/** A site with the settings of its application. */
export interface ClientOptions {
  readonly key: SiteKey;
  readonly settings: DriveSettings;
  /** Id of the library at Microsoft Graph; null for the default one. */
  readonly driveId: string | null;
}

/**
 * The clients of the followed sites. Each has its own connections and its own token, so a site that does not respond
 * does not delay others. Sites that one application reads in one tenant share its quota.
 */
export interface SiteClients {
  of(options: ClientOptions): GraphClient;
  /** Closes the clients of sites that are no longer followed. */
  retain(followed: readonly SiteKey[]): Promise<void>;
  close(): Promise<void>;
}

export function createSiteClients(
  platform: Pick<DriveDependencies, 'database' | 'clock' | 'log' | 'pause' | 'random'>,
): SiteClients {
  /**
   * The clients by site. Those of earlier credentials are dropped but not closed: a sync may use them, and idle
   * connections end by themselves.
   */
  const current = new Map<string, { client: GraphClient; created: string }>();
  /** The quotas by application. There are as few as applications, so they are never removed. */
  const quotas = new Map<string, ApplicationQuota>();
  function quotaOf({ graphUrl, tenantId, clientId }: DriveSettings): ApplicationQuota {
    const application = JSON.stringify([graphUrl, tenantId, clientId]);
    const quota = quotas.get(application) ?? createApplicationQuota();
    quotas.set(application, quota);
    return quota;
  }
  return {
    of(options) {
      const name = nameOf(options.key);
      const created = JSON.stringify([options.settings, options.driveId]);
      const known = current.get(name);
      if (known?.created === created) return known.client;
      const client = createClient(platform, options, quotaOf(options.settings));
      current.set(name, { client, created });
      return client;
    },
    async retain(followed) {
      const names = new Set(followed.map(nameOf));
      const removed = [...current].filter(([name]) => !names.has(name));
      for (const [name] of removed) current.delete(name);
      await Promise.all(removed.map(([, { client }]) => client.close()));
    },
    async close() {
      const clients = [...current.values()];
      current.clear();
      await Promise.all(clients.map(({ client }) => client.close()));
    },
  };
}

function nameOf({ hostname, path }: SiteKey): string {
  return `${hostname}\0${path}`;
}

/** A client that records roles and expiration of each token for the status of the site. */
function createClient(
  { database, clock, log, pause, random }: Parameters<typeof createSiteClients>[0],
  { key, settings, driveId }: ClientOptions,
  quota: ApplicationQuota,
): GraphClient {
  return createGraphClient({
    ...{ settings, driveId, clock },
    engine: createHttpClient({ clock, pause, random, quota, userAgent: userAgent(settings, ownVersion) }),
    async onToken({ roles, expiresAt }) {
      // Only for the status, so a failure is ignored.
      await database
        .guard((sql) => recordToken(sql, { ...key, roles, expiresAt }))
        .catch((error: unknown) => log.warn({ err: error }, 'roles and expiration of the token could not be recorded'));
    },
  });
}
