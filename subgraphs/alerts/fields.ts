import { type FieldNeeds, fieldSet, fieldSetFor } from '../../platform/field-set.js';
import { readBySelection } from '../../platform/graph/index.js';
import type { AlertField, AlertRow, EndpointField } from './records.js';
import type { Alert, Endpoint } from './types/index.js';

// Keys are always read.
const alertFieldNeeds: FieldNeeds<keyof AlertRow, keyof Alert> = {
  id: [],
  tenantId: ['tenantId'],
  endpointId: ['endpointId'],
  endpoint: ['tenantId', 'endpointId'],
  severity: ['severity'],
  status: ['status'],
  platform: ['platform'],
  attackProb: ['attackProb'],
  confidence: ['confidence'],
  prediction: ['prediction'],
  ttpTechniques: ['ttpTechniques'],
  ttpExplanation: ['ttpExplanation'],
  inferenceIds: ['inferenceIds'],
  relatedEndpoints: ['relatedEndpoints'],
  firstSeen: ['firstSeenEpoch'],
  firstSeenEpoch: ['firstSeenEpoch'],
  lastSeen: ['lastSeenEpoch'],
  lastSeenEpoch: ['lastSeenEpoch'],
  createdAt: ['createdAtEpoch'],
  createdAtEpoch: ['createdAtEpoch'],
  updatedAt: ['updatedAtEpoch'],
  updatedAtEpoch: ['updatedAtEpoch'],
  analystNotes: ['analystNotes'],
  resolvedBy: ['resolvedBy'],
  modelName: ['modelName'],
  numNodes: ['numNodes'],
  numEdges: ['numEdges'],
};

const endpointFieldNeeds: FieldNeeds<EndpointField, keyof Endpoint> = {
  tenantId: [],
  hostname: [],
  platform: ['platform'],
  totalAlerts: ['totalAlerts'],
  openAlerts: ['openAlerts'],
  lastAlertTime: ['lastAlertTimeEpoch'],
  lastAlertTimeEpoch: ['lastAlertTimeEpoch'],
};

/** The fields to read for what an operation selects of alerts, or of a connection of them, with the endpoint where more than its key is selected. */
export const { of: alertFields, ofNodes: connectionAlertFields } = readBySelection((names, below) => {
  const isKeyEnough = fieldSetFor(below('endpoint'), endpointFieldNeeds).names.length === 0;
  if (isKeyEnough) return fieldSetFor<AlertField>(names, alertFieldNeeds);
  const own = names.filter((name) => name !== 'endpoint');
  return fieldSet<AlertField>([...fieldSetFor(own, alertFieldNeeds).names, 'endpoint']);
});

/** The same of alerts as a change leaves them. What it means for their endpoints is read behind it. */
export const { of: changedAlertFields } = readBySelection((names) => fieldSetFor(names, alertFieldNeeds));

/** The fields to read for what an operation selects of endpoints, or of a connection of them. */
export const { of: endpointFields, ofNodes: connectionEndpointFields } = readBySelection((names) =>
  fieldSetFor(names, endpointFieldNeeds),
);
