import type { RequestContext } from '../../platform/caller.js';
import { createLoaders, type Loaders } from '../../platform/graph/index.js';
import type { ZoneDependencies } from './dependencies.js';

/** What the resolvers of this subgraph get with every operation. */
export interface ZonesContext<Dependencies extends ZoneDependencies = ZoneDependencies>
  extends RequestContext,
    Loaders {
  readonly dependencies: Dependencies;
}

/** The context value of one operation. */
export function createZonesContext(dependencies: ZoneDependencies, request: RequestContext): ZonesContext {
  return { ...request, ...createLoaders(), dependencies };
}
