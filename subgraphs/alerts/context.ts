import type { RequestContext } from '../../platform/caller.js';
import { createLoaders, type Loaders } from '../../platform/graph/index.js';
import type { AlertDependencies } from './dependencies.js';

/** What the resolvers of this subgraph get with every operation, and hand to the verbs as it is. */
export interface AlertsContext extends AlertDependencies, RequestContext, Loaders {}

/** The context value of one operation. */
export function createAlertsContext(dependencies: AlertDependencies, request: RequestContext): AlertsContext {
  return { ...request, ...dependencies, ...createLoaders() };
}
