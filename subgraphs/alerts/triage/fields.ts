import { fieldSet, fieldsOfRow } from '../../../platform/field-set.js';
import { readBySelection } from '../../../platform/graph/index.js';
import { isEndpointKey } from '../endpoints/index.js';
import {
  type AlertField,
  type AlertFields,
  type AlertRow,
  alertFieldNames,
  type OwnAlertFields,
} from './service/read-alerts.js';

const row = {
  fields: alertFieldNames,
  derived: {
    // The id is always read.
    id: [],
    endpoint: ['tenantId', 'endpointId'],
    firstSeen: ['firstSeenEpoch'],
    lastSeen: ['lastSeenEpoch'],
    createdAt: ['createdAtEpoch'],
    updatedAt: ['updatedAtEpoch'],
  },
} satisfies Parameters<typeof fieldsOfRow<keyof AlertRow>>[1];

/** The fields to read for what an operation selects of alerts, or of a connection of them, with the endpoint where more than its key is selected. */
export const { of: alertFields, ofNodes: connectionAlertFields } = readBySelection((names, below): AlertFields => {
  if (isEndpointKey(below('endpoint'))) return fieldsOfRow(names, row);
  const own = names.filter((name) => name !== 'endpoint');
  return fieldSet<AlertField>([...fieldsOfRow(own, row).names, 'endpoint']);
});

/** The same of alerts as a change leaves them. What it means for their endpoints is read after it. */
export const { of: changedAlertFields } = readBySelection((names): OwnAlertFields => fieldsOfRow(names, row));
