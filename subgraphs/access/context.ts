import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { AccessService } from './service.js';

/** GraphQL context of the resolvers in the access subgraph. */
export interface AccessContext extends RequestContext, Loaders {
  readonly service: AccessService;
}
