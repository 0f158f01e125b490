import type { RequestContext } from '../../platform/caller.js';
import { createLoaders, type Loaders } from '../../platform/graph/index.js';
import type { DriveService } from './service/index.js';

/** What the resolvers of this subgraph get with every request. */
export interface DriveContext extends RequestContext, Loaders {
  readonly service: DriveService;
}

/** The context value of one request. */
export function createDriveContext(service: DriveService, request: RequestContext): DriveContext {
  return { ...request, ...createLoaders(), service };
}
