import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { ZoneDependencies } from './dependencies.js';

/** Context of the resolvers of this subgraph. */
export interface ZonesContext<Dependencies extends ZoneDependencies = ZoneDependencies>
  extends RequestContext,
    Loaders {
  readonly dependencies: Dependencies;
}
