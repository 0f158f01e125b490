import { type FieldRow, unknownId } from './caller-matrix.js';
import { alertChanges, alerts } from './caller-outcomes.js';

const inference = `{ inferenceId: "matrix", tenantId: "globex", endpointId: "x", platform: LINUX, attackProb: 0.1, confidence: 0.1,
  prediction: ATTACK, timestamp: 1790000000, modelName: "m", numNodes: 1, numEdges: 1 }`;

/** The root fields of `Mutation` that change alerts. */
export const alertMutations: readonly FieldRow[] = [
  [
    'updateAlert',
    ({ foreignAlert }) => `updateAlert(input: { id: "${foreignAlert}", status: OPEN }) { alert { tenantId } }`,
    alertChanges('all', 'NOT_FOUND'),
  ],
  [
    'submitVerdict',
    ({ foreignAlert }) =>
      `submitVerdict(input: { alertId: "${foreignAlert}", isTruePositive: true }) { alert { tenantId } }`,
    alertChanges('all', 'NOT_FOUND'),
  ],
  [
    'changeAlertStatuses',
    ({ ownAlert, foreignAlert }) =>
      `changeAlertStatuses(input: { ids: ["${ownAlert}", "${foreignAlert}"], status: OPEN }) { results { alert { tenantId } } }`,
    alertChanges(),
  ],
  [
    'assignAlert',
    ({ foreignAlert }) => `assignAlert(input: { id: "${foreignAlert}" }) { alert { tenantId } }`,
    { ...alertChanges('all', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  [
    'assignAlerts',
    ({ ownAlert, foreignAlert }) =>
      `assignAlerts(input: { ids: ["${ownAlert}", "${foreignAlert}"] }) { results { alert { tenantId } } }`,
    { ...alertChanges(), open: 'UNAUTHENTICATED' },
  ],
  [
    'previewBulkAlertChange',
    () => 'previewBulkAlertChange(input: { filter: { endpointId: "none" }, status: OPEN }) { change { count } }',
    alertChanges('empty', 'empty'),
  ],
  [
    'startBulkAlertChange',
    () => `startBulkAlertChange(input: { id: "${unknownId}" }) { change { id } }`,
    alertChanges('NOT_FOUND', 'NOT_FOUND'),
  ],
  [
    'cancelBulkAlertChange',
    () => `cancelBulkAlertChange(input: { id: "${unknownId}" }) { change { id } }`,
    alertChanges('NOT_FOUND', 'NOT_FOUND'),
  ],
  [
    'startPolicyBacktest',
    () => 'startPolicyBacktest(input: { days: 0 }) { backtest { id } }',
    alertChanges('BAD_USER_INPUT', 'BAD_USER_INPUT'),
  ],
  [
    'cancelPolicyBacktest',
    () => `cancelPolicyBacktest(input: { id: "${unknownId}" }) { backtest { id } }`,
    alertChanges('NOT_FOUND', 'NOT_FOUND'),
  ],
  [
    'addAlertSuppression',
    () =>
      'addAlertSuppression(input: { filter: { tenantId: "globex", endpointId: "none" }, reason: "r" }) { suppression { tenantId } }',
    { ...alertChanges('all', 'BAD_USER_INPUT'), open: 'UNAUTHENTICATED' },
  ],
  [
    'endAlertSuppression',
    () => `endAlertSuppression(input: { id: "${unknownId}" }) { suppression { id } }`,
    { ...alertChanges('NOT_FOUND', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  [
    'createAlertView',
    () => 'createAlertView(input: { name: "n", parameters: "page=1" }) { view { id } }',
    { ...alerts('BAD_USER_INPUT', 'BAD_USER_INPUT'), open: 'UNAUTHENTICATED' },
  ],
  ...['updateAlertView', 'deleteAlertView', 'setDefaultAlertView'].map(
    (field): FieldRow => [
      field,
      () => `${field}(input: { id: "${unknownId}" }) { __typename }`,
      { ...alerts('NOT_FOUND', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
    ],
  ),
  [
    'addAlertComment',
    ({ foreignAlert }) => `addAlertComment(input: { alertId: "${foreignAlert}", body: "b" }) { alert { tenantId } }`,
    { ...alertChanges('all', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  [
    'editAlertComment',
    ({ foreignAlert }) => `editAlertComment(input: { id: "${foreignAlert}", body: "b" }) { alert { tenantId } }`,
    { ...alertChanges('NOT_FOUND', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  [
    'openIncident',
    ({ foreignAlert }) =>
      `openIncident(input: { title: "t", alertIds: ["${foreignAlert}"] }) { incident { tenantId } }`,
    { ...alertChanges('CONFLICT', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  [
    'addAlertsToIncident',
    ({ foreignIncident, foreignAlert }) =>
      `addAlertsToIncident(input: { id: "${foreignIncident}", alertIds: ["${foreignAlert}"] }) { incident { tenantId } }`,
    { ...alertChanges('all', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  [
    'removeAlertsFromIncident',
    ({ foreignIncident, ownAlert }) =>
      `removeAlertsFromIncident(input: { id: "${foreignIncident}", alertIds: ["${ownAlert}"] }) { incident { tenantId } }`,
    { ...alertChanges('CONFLICT', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  [
    'mergeIncidents',
    ({ ownIncident, foreignIncident }) =>
      `mergeIncidents(input: { id: "${ownIncident}", sourceIds: ["${foreignIncident}"] }) { incident { tenantId } }`,
    { ...alertChanges('BAD_USER_INPUT', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  [
    'splitIncident',
    ({ foreignIncident, foreignAlert }) =>
      `splitIncident(input: { id: "${foreignIncident}", title: "t", alertIds: ["${foreignAlert}"] }) { incident { tenantId } }`,
    { ...alertChanges('BAD_USER_INPUT', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  ...['updateIncident', 'assignIncident'].map(
    (field): FieldRow => [
      field,
      ({ foreignIncident }) => `${field}(input: { id: "${foreignIncident}" }) { incident { tenantId } }`,
      { ...alertChanges('all', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
    ],
  ),
  [
    'addIncidentComment',
    ({ foreignIncident }) =>
      `addIncidentComment(input: { id: "${foreignIncident}", body: "b" }) { incident { tenantId } }`,
    { ...alertChanges('all', 'NOT_FOUND'), open: 'UNAUTHENTICATED' },
  ],
  [
    'importInferences',
    () => `importInferences(input: { inferences: [${inference}] }) { ignored repeated }`,
    { ...alertChanges('ok', 'empty'), open: 'UNAUTHENTICATED', ingest: 'ok' },
  ],
];
