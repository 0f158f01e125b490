import type { RequestContext } from '../../platform/caller.js';
import { createLoaders, type Loaders } from '../../platform/graph/index.js';
import type { ZoneService } from './service/index.js';

/** What the resolvers of this subgraph get with every request. */
export interface ZonesContext extends RequestContext, Loaders {
  readonly service: ZoneService;
}

/** The context value of one operation. */
export function createZonesContext(service: ZoneService, request: RequestContext): ZonesContext {
  return { ...request, ...createLoaders(), service };
}
