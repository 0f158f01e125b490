import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { AuditService } from './service.js';

/** Context of the resolvers of this subgraph. */
export interface AuditContext extends RequestContext, Loaders {
  readonly service: AuditService;
}
