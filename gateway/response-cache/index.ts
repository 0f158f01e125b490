import { ChangeWatch } from '../../platform/database/change-watch.js';
import type { Platform, SubgraphDefinition } from '../../platform/subgraph.js';
import { RepeatableFields } from './repeatable-fields.js';
import { ResponseCache } from './response-cache.js';

export type { RepeatableFields } from './repeatable-fields.js';
export {
  matchesEtag,
  type ResponseCache,
  type ResponseSlot,
  StoredResponse,
  sendNotModified,
} from './response-cache.js';

export interface ResponseCacheOptions extends Pick<Platform, 'configuration'> {
  readonly database: Pick<Platform['database'], 'reserved'>;
  /**
   * The domains of this process. Responses of domains in other processes are not cached: those must not seem available
   * when they are not.
   */
  readonly domains: readonly SubgraphDefinition[];
}

/**
 * Creates the cache; undefined if the setting disables it, and for the engine `apollo`, whose plugins take part in each
 * response.
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
  return new ResponseCache({ watch, fields: new RepeatableFields(domains), maxBytes });
}
