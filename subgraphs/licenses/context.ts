import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { LicenseService } from './service.js';

/** GraphQL context of the resolvers in the licenses subgraph. */
export interface LicensesContext extends RequestContext, Loaders {
  readonly service: LicenseService;
}
