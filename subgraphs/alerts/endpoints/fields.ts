import { fieldsOfRow } from '../../../platform/field-set.js';
import { readBySelection } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { type EndpointFields, type EndpointRecord, endpointFieldNames, endpointsByKeys } from './service.js';

/** The columns that these GraphQL fields need, in addition to the key, which is always read. */
function fieldsFor(selected: readonly string[]): EndpointFields {
  return fieldsOfRow(
    selected.filter((name) => name !== 'tenantId' && name !== 'hostname'),
    { fields: endpointFieldNames, derived: { lastAlertTime: ['lastAlertTimeEpoch'] } },
  );
}

/** The row fields to read for a selection of endpoints, or of a connection of them. */
export const { of: endpointFields, ofNodes: connectionEndpointFields } = readBySelection((names) => fieldsFor(names));

/** Whether all of these fields are in the key of an endpoint, so no statement is needed. */
export function isEndpointKey(names: readonly string[]): boolean {
  return fieldsFor(names).names.length === 0;
}

/** Whether these fields include counts, which are more expensive to read than other columns. */
export function hasEndpointCounts(names: readonly string[]): boolean {
  return names.some((name) => name.endsWith('Alerts'));
}

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
