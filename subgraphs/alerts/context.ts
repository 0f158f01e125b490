import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { AlertDependencies } from './dependencies.js';

/** Context of the resolvers of the alerts subgraph, which they pass to the operations. */
export interface AlertsContext extends AlertDependencies, RequestContext, Loaders {}
