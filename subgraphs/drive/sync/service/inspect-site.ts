import type { Clock } from '../../../../platform/clock.js';
import { ownVersion } from '../../../../platform/version.js';
import type { DriveSettings } from '../../dependencies.js';
import { missingPermissions } from '../rules/permissions.js';
import { userAgent } from '../rules/user-agent.js';
import { certificateExpiry } from '../upstream/client-assertion.js';
import { createGraphClient } from '../upstream/graph-client.js';
import { createHttpClient, type HttpRequest, type HttpResponse } from '../upstream/http-client.js';
import type { DrivePermission } from '../vocabulary.js';
import { isConfigured, requireConfiguredSiteKey } from './followed-sites.js';

/** Result of inspecting the document site with a token request and a site lookup. */
export interface SiteInspection {
  readonly id: string;
  readonly name: string;
  readonly missingPermissions: readonly DrivePermission[];
  /**
   * Number of milliseconds by which the site's clock is ahead, according to its Date header, which has a precision of
   * one second; null without this header.
   */
  readonly clockAheadMs: number | null;
  /** Expiration time of the application's certificate in Unix epoch milliseconds; null if it uses none. */
  readonly certificateExpiresAt: number | null;
}

/**
 * Requests a token and looks up the configured site, without storing anything. Null if no site is configured.
 * @throws {DomainError} BAD_USER_INPUT for invalid settings, UPSTREAM_FAILED if the site rejects a request or fails
 */
export async function inspectDocumentSite(options: {
  settings: DriveSettings;
  clock: Clock;
  signal: AbortSignal;
}): Promise<SiteInspection | null> {
  const { settings, clock, signal } = options;
  if (!isConfigured(settings)) return null;
  const httpClient = createHttpClient({
    ...{ clock, sleep: async () => {}, random: () => 0, maxAttempts: 1 },
    userAgent: userAgent(settings, ownVersion),
  });
  let clockAheadMs: number | null = null;
  let roles: readonly string[] | null = null;
  async function send(request: HttpRequest): Promise<HttpResponse> {
    const response = await httpClient.send({ ...request, signal });
    const date = Date.parse(String(response.headers.date));
    if (!Number.isNaN(date)) clockAheadMs = date - clock.now();
    return response;
  }
  const graph = createGraphClient({
    ...{ settings, driveId: null, clock, httpClient: { ...httpClient, send } },
    onToken: async (token) => {
      roles = token.roles;
    },
  });
  try {
    const { id, name } = await graph.findSite(requireConfiguredSiteKey(settings));
    const certificateExpiresAt = await certificateExpiry(settings);
    return { id, name, missingPermissions: missingPermissions(roles), clockAheadMs, certificateExpiresAt };
  } finally {
    await httpClient.close();
  }
}
