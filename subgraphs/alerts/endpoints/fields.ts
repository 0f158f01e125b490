import { type FieldNeeds, fieldSetFor } from '../../../platform/field-set.js';
import { readBySelection } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import type { EndpointField, EndpointFields, EndpointRecord } from './records.js';
import { endpointsByKeys } from './service.js';
import type { Endpoint } from './types.js';

// Keys are always read.
const endpointFieldNeeds: FieldNeeds<EndpointField, keyof Endpoint> = {
  tenantId: [],
  hostname: [],
  platform: ['platform'],
  totalAlerts: ['totalAlerts'],
  openAlerts: ['openAlerts'],
  lastAlertTime: ['lastAlertTimeEpoch'],
  lastAlertTimeEpoch: ['lastAlertTimeEpoch'],
};

/** The fields to read for what an operation selects of endpoints, or of a connection of them. */
export const { of: endpointFields, ofNodes: connectionEndpointFields } = readBySelection((names) =>
  fieldSetFor(names, endpointFieldNeeds),
);

/** Whether these fields of an endpoint are its key, which needs no reading. */
export function isEndpointKey(names: readonly string[]): boolean {
  return fieldSetFor(names, endpointFieldNeeds).names.length === 0;
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
      (keys: { tenantId: string; hostname: string }[]) => endpointsByKeys(context, { keys, fields }),
      fields.key,
    )
    .load(key);
}
