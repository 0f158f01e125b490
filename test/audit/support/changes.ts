import { nodeId } from '../../../platform/graph/index.js';
import { guidOf } from '../../licenses/support/license-world.js';
import { administrationMutations } from './administration-changes.js';
import type { RecordedMutation, Subjects } from './recorded-mutation.js';

/** Mutations without audit entries, with the reason. */
export const unrecordedMutations: Readonly<Record<string, string>> = {
  checkLicense: 'a check-in of a controller: the register has its time and address, and thousands come in a second',
  receiveDriveNotifications: 'change notifications change nothing that a person owns; refused ones are security events',
  previewBulkAlertChange: 'fixes the alerts of a filter, and changes none: startBulkAlertChange has an entry',
  issueMirrorToken: 'a sign-in that succeeds changes nothing but the time of the last one, which the client has',
};

const password = 'correct horse battery';
const nextPassword = 'wrong donkey dynamo';
const evidence = ({ alert, siteId, itemId }: Subjects): string =>
  `alertId: "${alert}", siteId: "${siteId}", itemId: "${itemId}"`;

/** Mutations in an order in which each succeeds. `ID` in an object matches any id. */
export const recordedMutations: readonly RecordedMutation[] = [
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
  {
    field: 'linkDriveEvidence',
    caller: 'analyst',
    selection: (subjects) =>
      `linkDriveEvidence(input: { ${evidence(subjects)}, notes: "look" }) { evidence { notes } }`,
    entries: [['link.evidence', 'alert:ID']],
  },
  {
    field: 'unlinkDriveEvidence',
    caller: 'analyst',
    selection: (subjects) => `unlinkDriveEvidence(input: { ${evidence(subjects)} }) { alertId }`,
    entries: [['unlink.evidence', 'alert:ID']],
  },
  {
    field: 'createDriveArchive',
    caller: 'analyst',
    selection: ({ siteId }) => `createDriveArchive(input: { siteId: "${siteId}", change: 0 }) { fileName }`,
    entries: [['restore.drive-tree', 'drive-site:ID']],
  },
  {
    field: 'createMirrorSubscription',
    caller: 'mirror',
    selection: () => '',
    rest: ({ siteId, notificationUrl, expiresAt: expirationDateTime }) => ({
      ...{ path: '/v1.0/subscriptions', method: 'POST' },
      body: {
        ...{ changeType: 'updated', resource: `/sites/${siteId}/drive/root`, notificationUrl, expirationDateTime },
        clientState: 'the state of the client',
      },
    }),
    entries: [['create.mirror-subscription', 'mirror-subscription:ID']],
  },
  {
    field: 'renewMirrorSubscription',
    caller: 'mirror',
    selection: () => '',
    rest: ({ subscription, expiresAt: expirationDateTime }) => ({
      ...{ path: `/v1.0/subscriptions/${subscription}`, method: 'PATCH' },
      body: { expirationDateTime },
    }),
    entries: [['renew.mirror-subscription', 'mirror-subscription:ID']],
  },
  {
    field: 'deleteMirrorSubscription',
    caller: 'mirror',
    selection: () => '',
    rest: ({ subscription }) => ({ path: `/v1.0/subscriptions/${subscription}`, method: 'DELETE' }),
    entries: [['delete.mirror-subscription', 'mirror-subscription:ID']],
  },
  {
    field: 'releaseController',
    caller: 'admin',
    selection: () => `releaseController(guid: "${guidOf(1)}") { controller { guid } }`,
    entries: [['release.seat', 'controller:ID']],
  },
  {
    field: 'replaceLicenseDocument',
    caller: 'admin',
    selection: () =>
      'replaceLicenseDocument(input: { kind: BLACKLIST, text: "192.0.2.66", version: 0 }) { document { version } }',
    entries: [['replace.blacklist', 'license-document:blacklist']],
  },
  {
    field: 'registerAccount',
    caller: 'anonymous',
    selection: () =>
      `registerAccount(input: { username: "walker", email: "walker@mail.example", password: "${password}" }) { uuid }`,
    entries: [['register.account', 'account:ID']],
  },
  {
    field: 'rejectAccount',
    caller: 'admin',
    selection: () => 'rejectAccount(input: { username: "walker" }) { account { id } }',
    entries: [['reject.account', 'account:ID']],
  },
  {
    field: 'addBrand',
    caller: 'tenant',
    selection: () => 'addBrand(input: { name: "globex" }) { brand { id } }',
    entries: [['add.brand', 'brand:ID']],
  },
  {
    field: 'updateBrand',
    caller: 'tenant',
    selection: ({ brand }) => `updateBrand(input: { id: "${brand}", maxDistance: 1 }) { brand { id } }`,
    entries: [['update.brand', 'brand:ID']],
  },
  {
    field: 'triageBrandHits',
    caller: 'tenant',
    selection: ({ brandHit }) => `triageBrandHits(input: { ids: ["${brandHit}"], status: CONFIRMED }) { hits { id } }`,
    entries: [['triage.brand-hit', 'brand-hit:ID']],
  },
  {
    field: 'removeBrand',
    caller: 'analyst',
    selection: ({ brand }) => `removeBrand(input: { id: "${brand}" }) { id }`,
    entries: [['remove.brand', 'brand:ID']],
  },
  {
    field: 'watchDomain',
    caller: 'analyst',
    selection: () => 'watchDomain(input: { domain: "acme.com", intervalHours: 0 }) { watch { id } }',
    entries: [['watch.domain', 'domain:acme.com']],
  },
  {
    field: 'unwatchDomain',
    caller: 'analyst',
    selection: ({ watch }) => `unwatchDomain(input: { id: "${watch}" }) { domain }`,
    entries: [['unwatch.domain', 'domain:acme.net']],
  },
  {
    field: 'startBulkRdapLookup',
    caller: 'analyst',
    selection: () => 'startBulkRdapLookup(input: { domains: ["acme.com"] }) { lookup { id } }',
    entries: [['start.bulk-lookup', 'bulk-lookup:ID']],
  },
  {
    field: 'cancelBulkRdapLookup',
    caller: 'analyst',
    selection: ({ bulkLookup }) => `cancelBulkRdapLookup(input: { id: "${bulkLookup}" }) { lookup { id } }`,
    entries: [['cancel.bulk-lookup', 'bulk-lookup:ID']],
  },
  {
    field: 'approveAccount',
    caller: 'admin',
    selection: () => 'approveAccount(input: { username: "walker" }) { isFirst }',
    entries: [
      ['approve.account', 'account:ID'],
      ['set.subscription', 'account:ID'],
      ['generate.api-key', 'account:ID'],
    ],
  },
  {
    field: 'setSubscription',
    caller: 'admin',
    selection: () => 'setSubscription(input: { username: "walker", tier: BASIC }) { account { id } }',
    entries: [['set.subscription', 'account:ID']],
  },
  {
    field: 'generateApiKey',
    caller: 'anonymous',
    selection: () => `generateApiKey(input: { username: "walker", password: "${password}", name: "second" }) { key }`,
    entries: [['generate.api-key', 'account:ID']],
  },
  {
    field: 'revokeApiKey',
    caller: 'admin',
    selection: () => 'revokeApiKey(input: { username: "walker", name: "second" }) { account { id } }',
    entries: [['revoke.api-key', 'account:ID']],
  },
  {
    field: 'suspendAccount',
    caller: 'admin',
    selection: () => 'suspendAccount(input: { username: "walker" }) { account { id } }',
    entries: [['suspend.account', 'account:ID']],
  },
  {
    field: 'requestEmailConfirmation',
    caller: 'anonymous',
    selection: () => 'requestEmailConfirmation(input: { email: "zoe@mail.example" }) { email }',
    entries: [['request.mail', 'account:ID']],
  },
  {
    field: 'confirmEmail',
    caller: 'anonymous',
    selection: ({ emailToken }) => `confirmEmail(input: { token: "${emailToken}" }) { username }`,
    entries: [['confirm.email', 'account:ID']],
  },
  {
    field: 'requestPasswordReset',
    caller: 'anonymous',
    selection: () => 'requestPasswordReset(input: { email: "zoe@mail.example" }) { email }',
    entries: [['request.mail', 'account:ID']],
  },
  {
    field: 'resetPassword',
    caller: 'anonymous',
    selection: ({ resetToken }) =>
      `resetPassword(input: { token: "${resetToken}", newPassword: "${nextPassword}" }) { username }`,
    entries: [['reset.password', 'account:ID']],
  },
  {
    field: 'changePassword',
    caller: 'anonymous',
    selection: () => `changePassword(input: { username: "zoe", password: "${nextPassword}",
      newPassword: "${nextPassword} 2", revokeKeys: false }) { username }`,
    entries: [['change.password', 'account:ID']],
  },
  {
    field: 'retryMail',
    caller: 'admin',
    selection: ({ mail }) => `retryMail(input: { id: "${nodeId('Mail', mail)}" }) { mail { id } }`,
    entries: [['retry.mail', 'mail:ID']],
  },
  {
    field: 'deleteApiKey',
    caller: 'account',
    selection: () => 'deleteApiKey(input: { name: "default" }) { name }',
    entries: [['delete.api-key', 'account:ID']],
  },
  ...administrationMutations,
];

const otherSite = nodeId('DriveFollowedSite', 'contoso.example', '/sites/other');

/** Mutations of an instance that follows a site instead of serving a folder. */
export const recordedDriveMutations = [
  { field: 'connectDrive', selection: 'connectDrive { siteId }', action: 'connect.drive' },
  { field: 'syncDrive', selection: 'syncDrive { siteId }', action: 'sync.drive' },
  {
    field: 'addDriveSite',
    selection: 'addDriveSite(input: { hostname: "contoso.example", path: "other" }) { site { id } }',
    action: 'add.drive-site',
  },
  {
    field: 'updateDriveSite',
    selection: `updateDriveSite(input: { id: "${otherSite}", pollSeconds: 60 }) { site { id } }`,
    action: 'update.drive-site',
  },
  {
    field: 'syncDriveSite',
    selection: `syncDriveSite(input: { id: "${otherSite}" }) { site { id } }`,
    action: 'sync.drive',
  },
  {
    field: 'pauseDriveSite',
    selection: `pauseDriveSite(input: { id: "${otherSite}" }) { site { id } }`,
    action: 'pause.drive-site',
  },
  {
    field: 'resumeDriveSite',
    selection: `resumeDriveSite(input: { id: "${otherSite}" }) { site { id } }`,
    action: 'resume.drive-site',
  },
  {
    field: 'removeDriveSite',
    selection: `removeDriveSite(input: { id: "${otherSite}", keepFiles: false }) { id }`,
    action: 'remove.drive-site',
  },
  {
    field: 'changeDriveMassChange',
    selection: 'changeDriveMassChange(input: { id: "1", state: CONFIRMED }) { massChange { id } }',
    action: 'change.mass-change',
  },
  { field: 'disconnectDrive', selection: 'disconnectDrive { siteId }', action: 'disconnect.drive' },
] as const;
