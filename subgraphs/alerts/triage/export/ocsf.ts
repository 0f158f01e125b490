import type { RecordEncoder } from '../../../../platform/record-formats/index.js';
import { ownVersion } from '../../../../platform/version.js';
import { attackCatalog, type Tactic, type Technique } from '../../attack/index.js';
import type { AlertStatus, Platform, Severity } from '../../vocabulary.js';
import type { ExportedAlert } from './columns.js';

const classUid = 2004;
const severities: Readonly<Record<Severity, readonly [number, string]>> = {
  low: [2, 'Low'],
  medium: [3, 'Medium'],
  high: [4, 'High'],
  critical: [5, 'Critical'],
};
const statuses: Readonly<Record<AlertStatus, readonly [number, string]>> = {
  open: [1, 'New'],
  acknowledged: [2, 'In Progress'],
  investigating: [2, 'In Progress'],
  resolved: [4, 'Resolved'],
  // OCSF defines "Suppressed" as "reviewed, determined to be benign or a false positive".
  false_positive: [3, 'Suppressed'],
};
const systems: Readonly<Record<Platform, object>> = {
  windows: { name: 'Windows', type_id: 100, type: 'Windows' },
  linux: { name: 'Linux', type_id: 200, type: 'Linux' },
};
const product = { name: 'Rampart', vendor_name: 'Rampart', version: ownVersion };

/**
 * Encodes alerts as newline-delimited JSON. Each alert is an event of the OCSF 1.8.0 class Detection Finding (2004).
 */
export function ocsfEncoder(): RecordEncoder<ExportedAlert> {
  return {
    add: (alerts) => alerts.map((alert) => `${JSON.stringify(findingOf(alert))}\n`).join(''),
    end: () => '',
  };
}

function findingOf(alert: ExportedAlert): object {
  const [severityId, severity] = severities[alert.severity];
  const [statusId, status] = statuses[alert.status];
  const [activityId, activity] = activityOf(alert);
  const modified = alert.updatedAt.getTime();
  return {
    ...{ category_uid: 2, category_name: 'Findings', class_uid: classUid, class_name: 'Detection Finding' },
    ...{ activity_id: activityId, activity_name: activity },
    ...{ type_uid: classUid * 100 + activityId, type_name: `Detection Finding: ${activity}` },
    ...{ time: modified, start_time: timeOf(alert.firstSeenEpoch), end_time: timeOf(alert.lastSeenEpoch) },
    ...{ severity_id: severityId, severity, status_id: statusId, status, status_code: alert.status },
    ...{ is_alert: true, confidence_score: toPercent(alert.confidence), risk_score: toPercent(alert.attackProb) },
    ...{ message: titleOf(alert), count: alert.inferenceIds.length },
    ...(alert.notes !== '' && { comment: alert.notes }),
    ...(alert.assigneeId !== null && { assignee: { uid: alert.assigneeId, name: alert.assigneeName ?? '' } }),
    finding_info: infoOf(alert, modified),
    device: { hostname: alert.endpointId, name: alert.endpointId, type_id: 0, os: systems[alert.platform] },
    resources: [{ name: alert.endpointId, uid: alert.endpointId, type: 'Host' }],
    metadata: {
      ...{ version: '1.8.0', product, profiles: ['host', 'incident'], uid: alert.id, tenant_uid: alert.tenantId },
      ...{ original_time: new Date(timeOf(alert.createdAtEpoch)).toISOString(), modified_time: modified },
    },
    unmapped: {
      ...{ attack_prob: alert.attackProb, confidence: alert.confidence, prediction: alert.prediction },
      ...{ num_nodes: alert.numNodes, num_edges: alert.numEdges, inference_ids: alert.inferenceIds },
      ...{ related_endpoints: alert.relatedEndpoints, resolved_by: alert.actor, comment_count: alert.commentCount },
      ...{ acknowledged_at: alert.acknowledgedAtEpoch, resolved_at: alert.resolvedAtEpoch },
      reopened_at: alert.reopenedAtEpoch,
    },
  };
}

function infoOf(alert: ExportedAlert, modified: number): object {
  return {
    ...{ uid: alert.id, title: titleOf(alert), product },
    ...(alert.ttpExplanation !== null && { desc: alert.ttpExplanation }),
    ...{ created_time: timeOf(alert.createdAtEpoch), modified_time: modified },
    ...{ first_seen_time: timeOf(alert.firstSeenEpoch), last_seen_time: timeOf(alert.lastSeenEpoch) },
    analytic: { name: alert.modelName, uid: alert.modelName, type_id: 4, type: 'Learning (ML/DL)' },
    attacks: alert.ttpTechniques.map(attackOf),
  };
}

/** The OCSF object `attack` of a tactic or technique, by its identifier. */
function attackOf(id: string): object {
  const catalog = attackCatalog();
  const tactic = catalog.tactic(id);
  const attack = tactic === undefined ? attackOfTechnique(catalog.technique(id)) : { tactic: tacticOf(tactic) };
  return { ...attack, version: catalog.version };
}

/** OCSF has separate attributes for techniques and sub-techniques. */
function attackOfTechnique(technique: Technique): object {
  const tactics = technique.tactics.map(tacticOf);
  const byAttribute =
    technique.parent === null ? { technique } : { technique: technique.parent, sub_technique: technique };
  const entities = Object.entries(byAttribute).map(([name, { id: uid, name: title, url }]) => {
    return [name, { uid, ...(title !== null && { name: title }), ...(url !== null && { src_url: url }) }];
  });
  return { ...Object.fromEntries(entities), ...(tactics.length > 0 && { tactics }) };
}

function tacticOf({ id, name, url }: Tactic): object {
  return { uid: id, name, src_url: url };
}

function activityOf({ status, triagedAtEpoch }: ExportedAlert): readonly [number, string] {
  if (status === 'resolved' || status === 'false_positive') return [3, 'Close'];
  return triagedAtEpoch === null ? [1, 'Create'] : [2, 'Update'];
}

function titleOf({ modelName, endpointId }: ExportedAlert): string {
  return `${modelName}: attack on ${endpointId}`;
}

function toPercent(fraction: number): number {
  return Math.round(fraction * 100);
}

function timeOf(epochSeconds: number): number {
  return Math.floor(epochSeconds * 1000);
}
