import type { RequestContext } from '../../platform/caller.js';
import type { AuditService } from './service/index.js';

/** What the resolvers of this subgraph get with every request. */
export interface AuditContext extends RequestContext {
  readonly service: AuditService;
}

/** The context value of one operation. */
export function createAuditContext(service: AuditService, request: RequestContext): AuditContext {
  return { ...request, service };
}
