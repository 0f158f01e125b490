import { ownVersion } from '../../../../platform/version.js';
import type { DriveDependencies, DriveSettings } from '../../dependencies.js';
import type { SiteKey } from '../../site-address.js';
import { recordToken } from '../repository/connections.js';
import { userAgent } from '../rules/user-agent.js';
import { createGraphClient, type GraphClient } from '../upstream/graph-client.js';
import { createHttpClient } from '../upstream/http-client.js';
import { type ApplicationQuota, createApplicationQuota } from '../upstream/pacing.js';

/** A site and the settings with which to access it. */
export interface ClientOptions {
  readonly key: SiteKey;
  readonly settings: DriveSettings;
  /** Id of the library at Microsoft Graph; null for the default library. */
  readonly driveId: string | null;
}

/**
 * The clients of the followed sites. Each client has its own connections and token, so an unresponsive site does not
 * delay others. Sites that are accessed by the same application in the same tenant share a quota.
 */
export interface SiteClients {
  of(options: ClientOptions): GraphClient;
  /** Closes the clients of sites that are no longer followed. */
  retain(followed: readonly SiteKey[]): Promise<void>;
  close(): Promise<void>;
}

export function createSiteClients(
  platform: Pick<DriveDependencies, 'database' | 'clock' | 'log' | 'sleep' | 'random'>,
): SiteClients {
  /**
   * The clients by site. A client with outdated credentials is dropped but not closed, because a sync may still use it;
   * its idle connections close by themselves.
   */
  const current = new Map<string, { client: GraphClient; created: string }>();
  /** The quotas by application. They are never removed, because there are only few applications. */
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
      const existing = current.get(name);
      if (existing?.created === created) return existing.client;
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

/** Creates a client that records the roles and expiration of each access token for the status of the site. */
function createClient(
  { database, clock, log, sleep, random }: Parameters<typeof createSiteClients>[0],
  { key, settings, driveId }: ClientOptions,
  quota: ApplicationQuota,
): GraphClient {
  return createGraphClient({
    ...{ settings, driveId, clock },
    httpClient: createHttpClient({ clock, sleep, random, quota, userAgent: userAgent(settings, ownVersion) }),
    async onToken({ roles, expiresAt }) {
      // Only for the status, so a failure is ignored.
      await database
        .guard((sql) => recordToken(sql, { ...key, roles, expiresAt }))
        .catch((error: unknown) => log.warn({ err: error }, 'roles and expiration of the token could not be recorded'));
    },
  });
}
