import { fieldsOfRow } from '../../../platform/field-set.js';
import { memoizeBySelection } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { type EndpointFields, type EndpointRecord, endpointFieldNames, endpointsByKeys } from './service.js';

/** The row fields that these GraphQL fields need, in addition to the key, which is always read. */
export function endpointFieldsFor(selected: readonly string[]): EndpointFields {
  return fieldsOfRow(
    selected.filter((name) => name !== 'tenantId' && name !== 'hostname'),
    { fields: endpointFieldNames, derived: { lastAlertTime: ['lastAlertTimeEpoch'] } },
  );
}

/** The row fields to read for a selection of endpoints, or of a connection of them. */
export const { of: endpointFields, ofNodes: connectionEndpointFields } = memoizeBySelection(endpointFieldsFor);

/**
 * Loads an endpoint by its key, batched with the other endpoints on the same level of the query; null if no endpoint
 * has the key.
 */
export function loadEndpoint(
  context: AlertsContext,
  key: { tenantId: string; hostname: string },
  fields: EndpointFields,
): Promise<EndpointRecord | null> {
  return context
    .loader(
      'endpoint',
      (keys: { tenantId: string; hostname: string }[]) => endpointsByKeys(context, { keys, fields }),
      fields.key,
    )
    .load(key);
}
