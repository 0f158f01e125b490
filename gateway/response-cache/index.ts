import { ChangeWatch } from '../../platform/database/change-watch.js';
import type { Platform, SubgraphDefinition } from '../../platform/subgraph.js';
import { CacheableFields } from './cacheable-fields.js';
import { ResponseCache } from './response-cache.js';

export type { CacheableFields } from './cacheable-fields.js';
export {
  keyOfOperation,
  matchesEtag,
  type ResponseCache,
  type ResponseSlot,
  StoredResponse,
  sendNotModified,
} from './response-cache.js';

export interface ResponseCacheOptions extends Pick<Platform, 'configuration'> {
  readonly database: Pick<Platform['database'], 'reserved'>;
  /**
   * The domains of this process. Responses of domains in other processes are not cached, because a cached response
   * would hide that its domain is unavailable.
   */
  readonly domains: readonly SubgraphDefinition[];
}

/**
 * Creates the response cache; undefined if the settings disable it, and for the engine `apollo`, whose plugins process
 * each response.
 */
export function createResponseCache({
  configuration,
  database,
  domains,
}: ResponseCacheOptions): ResponseCache | undefined {
  const maxBytes = configuration.server.responseCacheMegabytes * 1024 * 1024;
  if (maxBytes === 0 || configuration.gateway.engine === 'apollo') return undefined;
  const watch = new ChangeWatch(database);
  // Fails if the database is not available yet; later requests check again.
  watch.check().catch(() => {});
  return new ResponseCache({ watch, fields: new CacheableFields(domains), maxBytes });
}
