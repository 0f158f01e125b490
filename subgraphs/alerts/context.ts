import type { RequestContext } from '../../platform/caller.js';
import { createLoaders, type Loaders } from '../../platform/graph/index.js';
import type { AlertFields, AlertRecord, EndpointFields, EndpointRecord } from './records.js';
import type { AlertService } from './service/index.js';

/** What the resolvers of this subgraph get with every request. */
export interface AlertsContext extends RequestContext, Loaders {
  readonly service: AlertService;
}

/** The context value of one operation. */
export function createAlertsContext(service: AlertService, request: RequestContext): AlertsContext {
  return { ...request, ...createLoaders(), service };
}

/** One alert by id, together with all others asked for at the same level. */
export function loadAlert(context: AlertsContext, id: string, fields: AlertFields): Promise<AlertRecord | null> {
  return context
    .loader('alert', (ids: string[]) => context.service.alertsByIds(context, { ids, fields }), fields.key)
    .load(id);
}

/** One endpoint by its key, together with all others asked for at the same level. */
export function loadEndpoint(
  context: AlertsContext,
  key: { tenantId: string; hostname: string },
  fields: EndpointFields,
): Promise<EndpointRecord | null> {
  return context
    .loader(
      'endpoint',
      (keys: { tenantId: string; hostname: string }[]) => context.service.endpointsByKeys(context, { keys, fields }),
      fields.key,
    )
    .load(key);
}
