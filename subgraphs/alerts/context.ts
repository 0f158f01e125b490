import type { RequestContext } from '../../platform/caller.js';
import { type BatchLoader, createBatchLoader } from './batch-loader.js';
import type { AlertFields, AlertRecord, EndpointFields, EndpointRecord } from './records.js';
import type { AlertService } from './service/index.js';

/** What the resolvers of this subgraph get with every request. */
export interface AlertsContext extends RequestContext {
  readonly service: AlertService;
  /** A loader by name, made when it is first asked for and shared by the whole request. */
  loader<Key, Value>(name: string, loadMany: (keys: Key[]) => Promise<readonly Value[]>): BatchLoader<Key, Value>;
}

/** The context value of one request. */
export function createAlertsContext(service: AlertService, request: RequestContext): AlertsContext {
  const loaders = new Map<string, BatchLoader<never, unknown>>();
  return {
    ...request,
    service,
    loader<Key, Value>(name: string, loadMany: (keys: Key[]) => Promise<readonly Value[]>) {
      // A name stands for one pair of types: each is used at one place below or in one resolver.
      const known = loaders.get(name) as BatchLoader<Key, Value> | undefined;
      const loader = known ?? createBatchLoader(loadMany);
      if (known === undefined) loaders.set(name, loader as BatchLoader<never, unknown>);
      return loader;
    },
  };
}

/** One alert by id, together with all others asked for at the same level. */
export function loadAlert(context: AlertsContext, id: string, fields: AlertFields): Promise<AlertRecord | null> {
  return context
    .loader(`alert ${fields.key}`, (ids: string[]) => context.service.alertsByIds(context, { ids, fields }))
    .load(id);
}

/** One endpoint by its key, together with all others asked for at the same level. */
export function loadEndpoint(
  context: AlertsContext,
  key: { tenantId: string; hostname: string },
  fields: EndpointFields,
): Promise<EndpointRecord | null> {
  return context
    .loader(`endpoint ${fields.key}`, (keys: { tenantId: string; hostname: string }[]) =>
      context.service.endpointsByKeys(context, { keys, fields }),
    )
    .load(key);
}
