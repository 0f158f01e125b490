import { fieldsOfRow } from '../../../platform/field-set.js';
import { readBySelection } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { type EndpointFields, type EndpointRecord, endpointFieldNames, endpointsByKeys } from './service.js';

/** The row fields that these fields of the graph need, in addition to the key, which is always read. */
function fieldsFor(selected: readonly string[]): EndpointFields {
  return fieldsOfRow(
    selected.filter((name) => name !== 'tenantId' && name !== 'hostname'),
    { fields: endpointFieldNames, derived: { lastAlertTime: ['lastAlertTimeEpoch'] } },
  );
}

/** The row fields to read for a selection of endpoints, or of a connection of them. */
export const { of: endpointFields, ofNodes: connectionEndpointFields } = readBySelection((names) => fieldsFor(names));

/** Whether these fields belong to the key of an endpoint, so no read is needed. */
export function isEndpointKey(names: readonly string[]): boolean {
  return fieldsFor(names).names.length === 0;
}

/** Whether these fields include counts, which cost more than the columns of the row. */
export function hasEndpointCounts(names: readonly string[]): boolean {
  return names.some((name) => name.endsWith('Alerts'));
}

/**
 * Loads an endpoint by its key, in one batch with the others of the same level of the query; null if it does not exist.
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
