import { type FieldNeeds, fieldSet, fieldSetFor } from '../../../platform/field-set.js';
import { readBySelection } from '../../../platform/graph/index.js';
import { isEndpointKey } from '../endpoints/index.js';
import type { AlertField, AlertRow } from './records.js';
import type { Alert } from './types.js';

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

/** The fields to read for what an operation selects of alerts, or of a connection of them, with the endpoint where more than its key is selected. */
export const { of: alertFields, ofNodes: connectionAlertFields } = readBySelection((names, below) => {
  if (isEndpointKey(below('endpoint'))) return fieldSetFor<AlertField>(names, alertFieldNeeds);
  const own = names.filter((name) => name !== 'endpoint');
  return fieldSet<AlertField>([...fieldSetFor(own, alertFieldNeeds).names, 'endpoint']);
});

/** The same of alerts as a change leaves them. What it means for their endpoints is read behind it. */
export const { of: changedAlertFields } = readBySelection((names) => fieldSetFor(names, alertFieldNeeds));
