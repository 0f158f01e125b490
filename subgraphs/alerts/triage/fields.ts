import { fieldSet, fieldsOfRow } from '../../../platform/field-set.js';
import { memoizeBySelection } from '../../../platform/graph/index.js';
import { endpointFieldsFor } from '../endpoints/index.js';
import {
  type AlertField,
  type AlertFields,
  type AlertRow,
  alertFieldNames,
  type OwnAlertFields,
} from './service/read-alerts.js';

const targetFields = ['severity', 'status', 'createdAtEpoch', 'restoredAtEpoch', 'suppressedBy'] as const;

const row = {
  fields: alertFieldNames,
  derived: {
    // The id is always read.
    id: [],
    endpoint: ['tenantId', 'endpointId'],
    techniques: ['ttpTechniques'],
    assignee: ['assigneeId', 'assigneeName'],
    acknowledgedAt: ['acknowledgedAtEpoch'],
    resolvedAt: ['resolvedAtEpoch'],
    reopenedAt: ['reopenedAtEpoch'],
    acknowledgeTarget: [...targetFields, 'acknowledgedAtEpoch'],
    incident: ['incidentId'],
    isSuppressed: ['suppressedBy'],
    suppressions: ['suppressedBy'],
    restoredAt: ['restoredAtEpoch'],
    resolveTarget: [...targetFields, 'resolvedAtEpoch'],
  },
} satisfies Parameters<typeof fieldsOfRow<keyof AlertRow>>[1];

/**
 * The row fields to read for a selection of alerts, or of a connection of them, with the endpoint if more than its key
 * is selected.
 */
export const { of: alertFields, ofNodes: connectionAlertFields } = memoizeBySelection(
  (names, subfieldsOf): AlertFields => {
    const ofEndpoint = endpointFieldsFor(subfieldsOf('endpoint')).names;
    if (ofEndpoint.length === 0) return fieldsOfRow(names, row);
    const alertNames = names.filter((name) => name !== 'endpoint');
    return fieldSet<AlertField>([
      ...fieldsOfRow(alertNames, row).names,
      ...ofEndpoint.map((name) => `endpoint.${name}` as const),
    ]);
  },
);

/** The row fields to read of changed alerts. Their endpoints are read after the change. */
export const { of: changedAlertFields } = memoizeBySelection((names): OwnAlertFields => fieldsOfRow(names, row));
