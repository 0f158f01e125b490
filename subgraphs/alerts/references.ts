import type { GraphQLResolveInfo } from 'graphql';
import { selectedFields } from '../../platform/graph/index.js';
import { type AlertsContext, loadAlert, loadEndpoint } from './context.js';
import { alertFields, endpointFields } from './fields.js';
import type { AlertRecord, EndpointRecord } from './records.js';

/** The alert that another subgraph refers to; null when the caller knows none with this id. */
export function alertReference(
  reference: { id: string },
  context: AlertsContext,
  info: GraphQLResolveInfo,
): Promise<AlertRecord | null> {
  return loadAlert(context, reference.id, alertFields(selectedFields(info, 'Alert')));
}

/** The endpoint that another subgraph refers to; null when the caller knows none of this name. */
export function endpointReference(
  reference: { tenantId: string; hostname: string },
  context: AlertsContext,
  info: GraphQLResolveInfo,
): Promise<EndpointRecord | null> {
  return loadEndpoint(context, reference, endpointFields(selectedFields(info, 'Endpoint')));
}
