import type { RequestContext } from '../../platform/caller.js';
import type { AuditService } from './service.js';

/** Context of the resolvers of this subgraph. */
export interface AuditContext extends RequestContext {
  readonly service: AuditService;
}

/** Creates the context value of one operation. */
export function createAuditContext(service: AuditService, request: RequestContext): AuditContext {
  return { ...request, service };
}
