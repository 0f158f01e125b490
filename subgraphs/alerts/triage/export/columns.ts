import type { RecordColumn } from '../../../../platform/record-formats/index.js';
import { attackCatalog } from '../../attack/index.js';
import type { AlertFields, AlertRow } from '../repository/alerts.js';

/** The alert fields that exports read, regardless of the format. */
const names = [
  ...(['id', 'tenantId', 'endpointId', 'severity', 'status', 'platform', 'attackProb', 'confidence'] as const),
  ...(['prediction', 'ttpTechniques', 'ttpExplanation', 'inferenceIds', 'relatedEndpoints'] as const),
  ...(['firstSeenEpoch', 'lastSeenEpoch', 'createdAtEpoch', 'updatedAtEpoch', 'updatedAt', 'triagedAtEpoch'] as const),
  ...(['notes', 'actor', 'modelName', 'numNodes', 'numEdges', 'assigneeId', 'assigneeName'] as const),
  ...(['acknowledgedAtEpoch', 'resolvedAtEpoch', 'reopenedAtEpoch', 'commentCount'] as const),
] as const satisfies readonly (keyof AlertRow)[];
export const exportedFields: AlertFields = { names, key: names.join(' ') };
/** An exported alert. It has only the fields that exports read, so a format cannot use another one. */
export type ExportedAlert = Pick<AlertRow, (typeof names)[number]>;

type AlertColumn = RecordColumn<ExportedAlert>;

/** The columns of an exported alert. The fields of REST (specification, section 2) are first, in the order of REST. */
export const alertColumns: readonly AlertColumn[] = [
  column('alert_id', 'string', 'id'),
  column('tenant_id', 'string', 'tenantId'),
  column('endpoint_id', 'string', 'endpointId'),
  column('severity', 'string', 'severity'),
  column('status', 'string', 'status'),
  column('platform', 'string', 'platform'),
  column('attack_prob', 'number', 'attackProb'),
  column('confidence', 'number', 'confidence'),
  column('prediction', 'string', 'prediction'),
  column('ttp_techniques', 'strings', 'ttpTechniques'),
  column('ttp_explanation', 'string', 'ttpExplanation'),
  column('inference_ids', 'strings', 'inferenceIds'),
  column('related_endpoints', 'strings', 'relatedEndpoints'),
  column('first_seen', 'time', 'firstSeenEpoch'),
  column('last_seen', 'time', 'lastSeenEpoch'),
  column('created_at', 'time', 'createdAtEpoch'),
  column('updated_at', 'time', 'updatedAtEpoch'),
  column('analyst_notes', 'string', 'notes'),
  column('resolved_by', 'string', 'actor'),
  column('model_name', 'string', 'modelName'),
  column('num_nodes', 'integer', 'numNodes'),
  column('num_edges', 'integer', 'numEdges'),
  { name: 'ttp_names', type: 'strings', of: ({ ttpTechniques }) => ttpTechniques.map(techniqueName) },
  column('assignee_id', 'string', 'assigneeId'),
  column('assignee_name', 'string', 'assigneeName'),
  column('acknowledged_at', 'time', 'acknowledgedAtEpoch'),
  column('resolved_at', 'time', 'resolvedAtEpoch'),
  column('reopened_at', 'time', 'reopenedAtEpoch'),
  column('comment_count', 'integer', 'commentCount'),
];

/** The name of a technique, or its identifier if ATT&CK does not contain it. */
function techniqueName(id: string): string {
  return attackCatalog().technique(id).name ?? id;
}

type FieldsOf<Value> = {
  [Name in keyof ExportedAlert]-?: ExportedAlert[Name] extends Value | null ? Name : never;
}[keyof ExportedAlert];

function column(name: string, type: 'string', field: FieldsOf<string>): AlertColumn;
function column(name: string, type: 'strings', field: FieldsOf<readonly string[]>): AlertColumn;
function column(name: string, type: 'number' | 'integer' | 'time', field: FieldsOf<number>): AlertColumn;
function column(name: string, type: AlertColumn['type'], field: FieldsOf<ReturnType<AlertColumn['of']>>): AlertColumn {
  return { name, type, of: (alert) => alert[field] };
}
