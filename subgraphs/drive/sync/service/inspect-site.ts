import type { Clock } from '../../../../platform/clock.js';
import { ownVersion } from '../../../../platform/version.js';
import type { DriveSettings } from '../../dependencies.js';
import { missingPermissions } from '../rules/permissions.js';
import { userAgent } from '../rules/user-agent.js';
import { certificateExpiry } from '../upstream/client-assertion.js';
import { createGraphClient } from '../upstream/graph-client.js';
import { createHttpClient, type HttpClient } from '../upstream/http-client.js';
import type { DrivePermission } from '../vocabulary.js';
import { configuredSite, isConfigured } from './followed-sites.js';

/** The document site, as seen by a token request and a site lookup. */
export interface SiteInspection {
  readonly id: string;
  readonly name: string;
  readonly missingPermissions: readonly DrivePermission[];
  /** Lead of the site's clock in milliseconds, by its Date header, which has whole seconds; null without one. */
  readonly clockAheadMs: number | null;
  /** End of the validity of the application's certificate in Unix epoch milliseconds; null if it has none. */
  readonly certificateExpiresAt: number | null;
}

/**
 * Gets a token and looks the configured site up; nothing is stored. Null if no site is configured.
 * @throws {DomainError} BAD_USER_INPUT for invalid settings, UPSTREAM_FAILED when the site rejects or fails
 */
export async function inspectDocumentSite(options: {
  settings: DriveSettings;
  clock: Clock;
  signal: AbortSignal;
}): Promise<SiteInspection | null> {
  const { settings, clock, signal } = options;
  if (!isConfigured(settings)) return null;
  const engine = createHttpClient({
    ...{ clock, pause: async () => {}, random: () => 0, maxAttempts: 1 },
    userAgent: userAgent(settings, ownVersion),
  });
  const dates = new DateHeaders(engine, { clock, signal });
  let roles: readonly string[] | null = null;
  const graph = createGraphClient({
    ...{ settings, driveId: null, clock, engine: dates },
    onToken: async (token) => {
      roles = token.roles;
    },
  });
  try {
    const { id, name } = await graph.findSite(configuredSite(settings));
    const certificateExpiresAt = await certificateExpiry(settings);
    return {
      ...{ id, name, missingPermissions: missingPermissions(roles) },
      ...{ clockAheadMs: dates.aheadMs, certificateExpiresAt },
    };
  } finally {
    await engine.close();
  }
}

/** An HTTP client that ends requests with a signal, and compares the clocks by the Date headers of responses. */
class DateHeaders implements HttpClient {
  aheadMs: number | null = null;
  readonly metrics: HttpClient['metrics'];
  readonly #engine: HttpClient;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;

  constructor(engine: HttpClient, { clock, signal }: { clock: Clock; signal: AbortSignal }) {
    this.metrics = engine.metrics;
    this.#engine = engine;
    this.#clock = clock;
    this.#signal = signal;
  }

  async send(request: Parameters<HttpClient['send']>[0]): ReturnType<HttpClient['send']> {
    const response = await this.#engine.send({ ...request, signal: this.#signal });
    const date = Date.parse(String(response.headers.date));
    if (!Number.isNaN(date)) this.aheadMs = date - this.#clock.now();
    return response;
  }

  async close(): Promise<void> {
    await this.#engine.close();
  }
}
