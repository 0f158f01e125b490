import type { RecordedMutation } from './recorded-mutation.js';

/** Mutations of alerts, in an order in which each succeeds. `ID` in an object matches any id. */
export const alertMutations: readonly RecordedMutation[] = [
  {
    field: 'updateAlert',
    caller: 'tenant',
    selection: ({ alert }) =>
      `updateAlert(input: { id: "${alert}", status: ACKNOWLEDGED, notes: "seen" }) { alert { id } }`,
    entries: [['update.alert', 'alert:ID']],
  },
  {
    field: 'submitVerdict',
    caller: 'open',
    selection: ({ alert }) => `submitVerdict(input: { alertId: "${alert}", isTruePositive: true }) { alert { id } }`,
    entries: [['submit.verdict', 'alert:ID']],
  },
  {
    field: 'changeAlertStatuses',
    caller: 'analyst',
    selection: ({ alert }) => `changeAlertStatuses(input: { ids: ["${alert}"], status: OPEN }) { changedCount }`,
    entries: [['update.alert', 'alert:ID']],
  },
  {
    field: 'assignAlert',
    caller: 'analyst',
    selection: ({ alert }) => `assignAlert(input: { id: "${alert}" }) { alert { id } }`,
    entries: [['assign.alert', 'alert:ID']],
  },
  {
    field: 'assignAlerts',
    caller: 'tenant',
    selection: ({ alert }) => `assignAlerts(input: { ids: ["${alert}"] }) { changedCount }`,
    entries: [['assign.alert', 'alert:ID']],
  },
  {
    field: 'startBulkAlertChange',
    caller: 'analyst',
    selection: ({ bulkChanges }) => `startBulkAlertChange(input: { id: "${bulkChanges[0]}" }) { change { id } }`,
    entries: [['start.bulk-change', 'bulk-change:ID']],
  },
  {
    field: 'cancelBulkAlertChange',
    caller: 'tenant',
    selection: ({ bulkChanges }) => `cancelBulkAlertChange(input: { id: "${bulkChanges[1]}" }) { change { id } }`,
    entries: [['cancel.bulk-change', 'bulk-change:ID']],
  },
  {
    field: 'startPolicyBacktest',
    caller: 'analyst',
    selection: () => 'startPolicyBacktest(input: { days: 1 }) { backtest { id } }',
    entries: [['start.policy-backtest', 'policy-backtest:ID']],
  },
  {
    field: 'cancelPolicyBacktest',
    caller: 'analyst',
    selection: ({ backtest }) => `cancelPolicyBacktest(input: { id: "${backtest}" }) { backtest { id } }`,
    entries: [['cancel.policy-backtest', 'policy-backtest:ID']],
  },
  {
    field: 'addAlertSuppression',
    caller: 'tenant',
    selection: () =>
      'addAlertSuppression(input: { filter: { modelName: ["none"] }, reason: "r" }) { suppression { id } }',
    entries: [['add.suppression', 'suppression:ID']],
  },
  {
    field: 'endAlertSuppression',
    caller: 'analyst',
    selection: ({ suppression }) => `endAlertSuppression(input: { id: "${suppression}" }) { suppression { id } }`,
    entries: [['end.suppression', 'suppression:ID']],
  },
  {
    field: 'createAlertView',
    caller: 'analyst',
    selection: () => 'createAlertView(input: { name: "n", parameters: "" }) { view { id } }',
    entries: [['create.view', 'view:ID']],
  },
  {
    field: 'updateAlertView',
    caller: 'tenant',
    selection: ({ view }) => `updateAlertView(input: { id: "${view}", name: "m" }) { view { id } }`,
    entries: [['update.view', 'view:ID']],
  },
  {
    field: 'setDefaultAlertView',
    caller: 'analyst',
    selection: ({ view }) => `setDefaultAlertView(input: { id: "${view}" }) { view { id } }`,
    entries: [['set.default-view', 'view:ID']],
  },
  {
    field: 'deleteAlertView',
    caller: 'analyst',
    selection: ({ view }) => `deleteAlertView(input: { id: "${view}" }) { id }`,
    entries: [['delete.view', 'view:ID']],
  },
  {
    field: 'addAlertComment',
    caller: 'analyst',
    selection: ({ alert }) => `addAlertComment(input: { alertId: "${alert}", body: "b" }) { comment { id } }`,
    entries: [['add.comment', 'comment:ID']],
  },
  {
    field: 'editAlertComment',
    caller: 'analyst',
    selection: ({ comment }) => `editAlertComment(input: { id: "${comment}", body: "c" }) { comment { id } }`,
    entries: [['edit.comment', 'comment:ID']],
  },
  {
    field: 'openIncident',
    caller: 'analyst',
    selection: ({ alert }) => `openIncident(input: { title: "t", alertIds: ["${alert}"] }) { incident { id } }`,
    entries: [['open.incident', 'alert:ID']],
  },
  {
    field: 'addAlertsToIncident',
    caller: 'tenant',
    selection: ({ incident, single }) =>
      `addAlertsToIncident(input: { id: "${incident}", alertIds: ["${single}"] }) { incident { id } }`,
    entries: [['group.alerts', 'alert:ID']],
  },
  {
    field: 'removeAlertsFromIncident',
    caller: 'tenant',
    selection: ({ incident, single }) =>
      `removeAlertsFromIncident(input: { id: "${incident}", alertIds: ["${single}"] }) { incident { id } }`,
    entries: [['ungroup.alerts', 'alert:ID']],
  },
  {
    field: 'updateIncident',
    caller: 'analyst',
    selection: ({ incident }) => `updateIncident(input: { id: "${incident}", status: RESOLVED }) { incident { id } }`,
    entries: [['update.incident', 'incident:ID']],
  },
  {
    field: 'assignIncident',
    caller: 'analyst',
    selection: ({ incident }) => `assignIncident(input: { id: "${incident}" }) { incident { id } }`,
    entries: [['assign.incident', 'incident:ID']],
  },
  {
    field: 'addIncidentComment',
    caller: 'analyst',
    selection: ({ incident }) => `addIncidentComment(input: { id: "${incident}", body: "b" }) { incident { id } }`,
    entries: [['add.comment', 'incident:ID']],
  },
  {
    field: 'splitIncident',
    caller: 'analyst',
    selection: ({ incident, grouped }) =>
      `splitIncident(input: { id: "${incident}", title: "s", alertIds: ["${grouped[0]}"] }) { incident { id } }`,
    entries: [['split.incident', 'incident:ID']],
  },
  {
    field: 'mergeIncidents',
    caller: 'tenant',
    selection: ({ incident, otherIncident }) =>
      `mergeIncidents(input: { id: "${incident}", sourceIds: ["${otherIncident}"] }) { incident { id } }`,
    entries: [['merge.incident', 'incident:ID']],
  },
  {
    field: 'importInferences',
    caller: 'analyst',
    selection:
      () => `importInferences(input: { inferences: [{ inferenceId: "walk", tenantId: "acme", endpointId: "WS-9",
      platform: LINUX, attackProb: 0.9, confidence: 0.8, prediction: ATTACK, timestamp: 1790000000, modelName: "m",
      numNodes: 1, numEdges: 1 }] }) { opened }`,
    entries: [['import.inferences', 'tenant:acme']],
  },
];
