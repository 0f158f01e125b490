import type { Selection } from '../../platform/graph/index.js';
import type { AlertField, AlertFields, EndpointField, EndpointFields, FieldSet } from './records.js';

/** What of a row each field of the graph needs; fields that read nothing of the row are left out. */
const alertFieldNeeds: Readonly<Record<string, readonly AlertField[]>> = {
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

const endpointFieldNeeds: Readonly<Record<string, readonly EndpointField[]>> = {
  platform: ['platform'],
  totalAlerts: ['totalAlerts'],
  openAlerts: ['openAlerts'],
  lastAlertTime: ['lastAlertTimeEpoch'],
  lastAlertTimeEpoch: ['lastAlertTimeEpoch'],
};

const alertFieldSets = new WeakMap<Selection, AlertFields>();
const endpointFieldSets = new WeakMap<Selection, EndpointFields>();

/** The fields to read for what an operation selects of alerts. */
export function alertFields(selection: Selection): AlertFields {
  return remembered(alertFieldSets, selection, () => fieldSet(selection.names, alertFieldNeeds));
}

/** The fields to read for what an operation selects of endpoints. */
export function endpointFields(selection: Selection): EndpointFields {
  return remembered(endpointFieldSets, selection, () => fieldSet(selection.names, endpointFieldNeeds));
}

/** The fields of alerts to read for what an operation selects of a connection of them. */
export function connectionAlertFields(connection: Selection): AlertFields {
  return remembered(alertFieldSets, connection, () => fieldSet(connectionNames(connection), alertFieldNeeds));
}

/** The fields of endpoints to read for what an operation selects of a connection of them. */
export function connectionEndpointFields(connection: Selection): EndpointFields {
  return remembered(endpointFieldSets, connection, () => fieldSet(connectionNames(connection), endpointFieldNeeds));
}

function connectionNames(connection: Selection): string[] {
  return [...connection.below('nodes').names, ...connection.below('edges').below('node').names];
}

function fieldSet<Field extends string>(
  selected: readonly string[],
  needs: Readonly<Record<string, readonly Field[]>>,
): FieldSet<Field> {
  const names = [...new Set(selected.flatMap((name) => needs[name] ?? []))].sort();
  return { names, key: names.join(' ') };
}

function remembered<Value>(known: WeakMap<Selection, Value>, selection: Selection, make: () => Value): Value {
  const found = known.get(selection);
  if (found !== undefined) return found;
  const made = make();
  known.set(selection, made);
  return made;
}
