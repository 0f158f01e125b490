import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { AlertDependencies } from './dependencies.js';

/** GraphQL context of the resolvers in the alerts subgraph. Resolvers pass it to the operations. */
export interface AlertsContext extends AlertDependencies, RequestContext, Loaders {}
