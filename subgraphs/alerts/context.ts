import type { RequestContext } from '../../platform/caller.js';
import type { Loaders } from '../../platform/graph/index.js';
import type { AlertDependencies } from './dependencies.js';

/** What the resolvers of this subgraph get with every operation, and hand to the verbs as it is. */
export interface AlertsContext extends AlertDependencies, RequestContext, Loaders {}
