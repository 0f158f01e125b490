import { nodeId } from '../../../platform/graph/index.js';
import { guidOf } from '../../licenses/support/license-world.js';
import {
  accounts,
  administrators,
  alertChanges,
  alerts,
  brandChanges,
  brandReaders,
  everyCaller,
  operatorChanges,
  operators,
  readers,
  ruleReaders,
} from './caller-outcomes.js';
import type { Outcomes } from './callers.js';

/** The objects of the rows: an alert and an endpoint of each tenant, one item, one account. */
export interface Subjects {
  readonly ownAlert: string;
  readonly foreignAlert: string;
  /** Global ids of incidents that have these alerts only. */
  readonly ownIncident: string;
  readonly foreignIncident: string;
  /** Global ids of brands of these tenants, each with a hit. */
  readonly ownBrand: string;
  readonly foreignBrand: string;
  readonly foreignHit: string;
  /** Watches and bulk lookups of these tenants. */
  readonly foreignWatch: string;
  readonly foreignLookup: string;
  readonly siteId: string;
  readonly itemId: string;
  /** The served site, as in its documented path. */
  readonly sitePath: string;
}

/** A root field, its selection, and the expected outcome of each caller. */
const unknownSite = nodeId('DriveFollowedSite', 'contoso.example', '/sites/none');

export type FieldRow = readonly [field: string, selection: (subjects: Subjects) => string, outcomes: Outcomes];

const evidence = ({ foreignAlert, siteId, itemId }: Subjects): string =>
  `alertId: "${foreignAlert}", siteId: "${siteId}", itemId: "${itemId}"`;

export const queries: readonly FieldRow[] = [
  ['alert', ({ foreignAlert }) => `alert(id: "${foreignAlert}") { tenantId }`, alerts('all', 'NOT_FOUND')],
  [
    'alerts',
    () =>
      'alerts { totalCount nodes { tenantId relatedEndpoints relatedAlerts { tenantId } } facets { endpoint { tenantId value } model { value } } }',
    alerts(),
  ],
  ['alertAccess', () => 'alertAccess { tenantId }', alerts('empty', 'own')],
  ['alertAccess', () => 'alertAccess(toChange: true) { tenantId }', alertChanges('empty', 'own')],
  ['alertAccess', () => 'alertAccess { canChange }', { ...alerts('ok', 'ok'), viewer: 'no', tenantViewer: 'no' }],
  ['bulkAlertChange', () => `bulkAlertChange(id: "${unknownId}") { id }`, alerts('empty', 'empty')],
  ['bulkAlertChanges', () => 'bulkAlertChanges { id }', alerts('empty', 'empty')],
  ['policyBacktest', () => `policyBacktest(id: "${unknownId}") { id }`, alerts('empty', 'empty')],
  ['policyBacktests', () => 'policyBacktests { id }', alerts('empty', 'empty')],
  ['alertSuppression', () => `alertSuppression(id: "${unknownId}") { id }`, alerts('empty', 'empty')],
  ['alertSuppressions', () => 'alertSuppressions { id }', alerts('empty', 'empty')],
  [
    'alertSuppressionPreview',
    () => 'alertSuppressionPreview(filter: { endpointId: "none" }) { count }',
    { ...alertChanges('empty', 'empty'), open: 'UNAUTHENTICATED' },
  ],
  ['alertViews', () => 'alertViews { name }', { ...alerts('empty', 'empty'), open: 'UNAUTHENTICATED' }],
  [
    'alertPeople',
    () => 'alertPeople(tenantId: "globex") { id }',
    { ...alerts('ok', 'empty'), open: 'UNAUTHENTICATED' },
  ],
  [
    'incident',
    ({ foreignIncident }) => `incident(id: "${foreignIncident}") { tenantId title }`,
    alerts('all', 'NOT_FOUND'),
  ],
  [
    'incidents',
    () =>
      'incidents { totalCount nodes { tenantId title alerts { nodes { tenantId } } timeline { nodes { after } } } }',
    alerts(),
  ],
  ['alertStore', () => 'alertStore { status }', alerts('ok', 'ok')],
  ['attack', () => 'attack { version }', alerts('ok', 'ok')],
  ['modelPrecision', () => 'modelPrecision { modelName verdicts }', alerts('all', 'empty')],
  [
    'endpoint',
    () => 'endpoint(tenantId: "globex", hostname: "both.shared.example") { tenantId }',
    alerts('all', 'empty'),
  ],
  ['endpoints', () => 'endpoints { totalCount nodes { tenantId alerts { nodes { tenantId } } } }', alerts()],
  ['auditEntries', () => 'auditEntries { nodes { tenantId } }', administrators('all')],
  [
    'node',
    ({ siteId, itemId }) =>
      `node(id: "${nodeId('DriveItem', siteId, itemId)}") { ... on DriveItem { name alerts { tenantId } } }`,
    operators('all'),
  ],
  ['nodes', ({ siteId }) => `nodes(ids: ["${nodeId('DriveSite', siteId)}"]) { id }`, operators()],
  ['driveStatus', () => 'driveStatus { subscriptionHealth }', operators()],
  [
    'driveItem',
    ({ siteId, itemId }) =>
      `driveItem(siteId: "${siteId}", itemId: "${itemId}") { name evidence { notes } alerts { tenantId } }`,
    operators('all'),
  ],
  ['driveSites', () => 'driveSites { id items { nodes { alerts { tenantId } } } }', operators('all')],
  ['driveFollowedSites', () => 'driveFollowedSites { totalCount }', operators('empty')],
  ['driveMassChanges', () => 'driveMassChanges { totalCount nodes { id } }', operators('empty')],
  ['driveSite', ({ siteId }) => `driveSite(siteId: "${siteId}") { id }`, operators()],
  ['controller', () => `controller(guid: "${guidOf(2)}") { hostname endpoints { tenantId } }`, operators('all')],
  ['controllers', () => 'controllers { totalCount nodes { hostname } }', operators('all')],
  ['license', () => 'license { id seatsUsed }', operators()],
  ['refusals', () => 'refusals { count }', operators('empty')],
  ['usageLog', () => 'usageLog { root }', operators()],
  ['licenseHistory', () => 'licenseHistory { buckets { seatsUsed } }', operators('empty')],
  ['departments', () => 'departments { file { path } list { name } }', operators()],
  ['blacklist', () => 'blacklist { matchesAddresses entries { totalCount } }', operators()],
  ['licenseDocument', () => 'licenseDocument(kind: BLACKLIST) { source version }', administrators()],
  [
    'licenseDocumentPreview',
    () => 'licenseDocumentPreview(kind: DEPARTMENTS, text: "x") { problem }',
    administrators(),
  ],
  ['requestRate', () => 'requestRate { count sources { source } }', operators()],
  [
    'viewer',
    () => 'viewer { name kind roles permissions account { username } }',
    { ...everyCaller(), anonymous: 'empty', open: 'empty' },
  ],
  ['viewer', () => 'viewer { tenants }', { ...everyCaller('empty'), tenant: 'own', tenantViewer: 'own' }],
  ['account', () => 'account(username: "zoe") { email keys { name } events { at } }', administrators()],
  ['accounts', () => 'accounts { totalCount nodes { email } }', administrators()],
  ['mails', () => 'mails { nodes { id } }', administrators()],
  ['operatorTokens', () => 'operatorTokens { totalCount nodes { name tenantId } }', administrators('own')],
  ['sessions', () => 'sessions { totalCount nodes { name } }', administrators('empty')],
  ['people', () => 'people { totalCount nodes { email } }', administrators('empty')],
  ['notificationRules', () => 'notificationRules { totalCount nodes { tenantId name } }', ruleReaders()],
  ['notificationDeliveries', () => 'notificationDeliveries { nodes { ruleName title } }', ruleReaders()],
  ['mirrorClients', () => 'mirrorClients { totalCount nodes { name } }', administrators()],
  ['domain', () => 'domain(name: "shared.example") { name }', readers()],
  ['lookAlikes', () => 'lookAlikes(brand: "sharad") { nodes { domain { name } } }', readers()],
  ['brands', () => 'brands { tenantId hitCounts { open } days { found } }', brandReaders()],
  ['brand', ({ foreignBrand }) => `brand(id: "${foreignBrand}") { tenantId name }`, brandReaders('all', 'NOT_FOUND')],
  [
    'brandHits',
    () => 'brandHits { totalCount nodes { tenantId brand { tenantId } history { kind } } }',
    brandReaders(),
  ],
  [
    'brandCertificates',
    ({ foreignBrand }) => `brandCertificates(brandId: "${foreignBrand}") { nodes { name } }`,
    brandReaders('empty', 'NOT_FOUND'),
  ],
  ['policyZones', () => 'policyZones { name nameCount clients { address } }', brandReaders('empty', 'empty')],
  [
    'policyZoneNames',
    () => 'policyZoneNames(policyZone: "rpz.example") { nodes { name } }',
    brandReaders('NOT_FOUND', 'NOT_FOUND'),
  ],
  ['zones', () => 'zones { name }', readers()],
  ['zoneImports', () => 'zoneImports { nodes { zone } }', { ...readers(), account: 'FORBIDDEN' }],
  ['zoneSources', () => 'zoneSources { zone state }', { ...readers('empty'), account: 'FORBIDDEN' }],
  ['certificateLogs', () => 'certificateLogs { url error }', { ...readers('empty'), account: 'FORBIDDEN' }],
  ['rdapDossier', () => 'rdapDossier(domain: "a.nowhere-at-all") { handle }', readers('BAD_USER_INPUT')],
  ['rdapZones', () => 'rdapZones', readers()],
  ['rdapWatches', () => 'rdapWatches { nodes { tenantId versionCount } }', { ...brandReaders(), account: 'empty' }],
  [
    'rdapWatch',
    ({ foreignWatch }) => `rdapWatch(id: "${foreignWatch}") { tenantId versions { nodes { id } } }`,
    { ...brandReaders('all', 'NOT_FOUND'), account: 'NOT_FOUND' },
  ],
  [
    'bulkRdapLookups',
    () => 'bulkRdapLookups { tenantId progress { waitingCount } }',
    { ...brandReaders(), account: 'empty' },
  ],
  [
    'bulkRdapLookup',
    ({ foreignLookup }) => `bulkRdapLookup(id: "${foreignLookup}") { tenantId results { nodes { domain } } }`,
    { ...brandReaders('all', 'NOT_FOUND'), account: 'NOT_FOUND' },
  ],
  ['node', () => `node(id: "${nodeId('Zone', 'example')}") { id }`, readers()],
  ['nodes', () => `nodes(ids: ["${nodeId('Zone', 'example')}"]) { id }`, readers()],
  [
    'nameserverDomains',
    () => 'nameserverDomains(nameservers: ["ns1.hostwell.example"]) { nodes { domain } }',
    readers(),
  ],
  ['nameserverChanges', () => 'nameserverChanges { nodes { domain } }', readers('empty')],
  ['bulkRegistrations', () => 'bulkRegistrations { nodes { pattern } }', readers('empty')],
  ['observations', () => 'observations(zone: "example") { nodes { domain } }', readers()],
];

const unknownId = '00000000-0000-4000-8000-000000000000';

const inference = `{ inferenceId: "matrix", tenantId: "globex", endpointId: "x", platform: LINUX, attackProb: 0.1, confidence: 0.1,
  prediction: ATTACK, timestamp: 1790000000, modelName: "m", numNodes: 1, numEdges: 1 }`;

export const mutations: readonly FieldRow[] = [
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
  ['connectDrive', () => 'connectDrive { siteId }', administrators('BAD_USER_INPUT')],
  ['syncDrive', () => 'syncDrive { siteId }', operatorChanges('BAD_USER_INPUT')],
  [
    'addDriveSite',
    () => 'addDriveSite(input: { hostname: "contoso.example", path: "other" }) { subscriptionError }',
    administrators('BAD_USER_INPUT'),
  ],
  ...(['updateDriveSite', 'pauseDriveSite', 'resumeDriveSite'] as const).map(
    (field): FieldRow => [
      field,
      () => `${field}(input: { id: "${unknownSite}" }) { site { hostname } }`,
      administrators('NOT_FOUND'),
    ],
  ),
  [
    'syncDriveSite',
    () => `syncDriveSite(input: { id: "${unknownSite}" }) { site { hostname } }`,
    operatorChanges('NOT_FOUND'),
  ],
  [
    'removeDriveSite',
    () => `removeDriveSite(input: { id: "${unknownSite}", keepFiles: true }) { deletedItems }`,
    administrators('NOT_FOUND'),
  ],
  ['disconnectDrive', () => 'disconnectDrive { siteId }', administrators('BAD_USER_INPUT')],
  [
    'createDriveArchive',
    ({ siteId }) => `createDriveArchive(input: { siteId: "${siteId}", change: 0 }) { fileName }`,
    operatorChanges(),
  ],
  [
    'changeDriveMassChange',
    () => 'changeDriveMassChange(input: { id: "4711", state: DISMISSED }) { massChange { id } }',
    operatorChanges('NOT_FOUND'),
  ],
  [
    'linkDriveEvidence',
    (subjects) => `linkDriveEvidence(input: { ${evidence(subjects)}, notes: "of globex" }) { evidence { notes } }`,
    operatorChanges('all'),
  ],
  [
    'unlinkDriveEvidence',
    (subjects) => `unlinkDriveEvidence(input: { ${evidence({ ...subjects, foreignAlert: guidOf(9) })} }) { alertId }`,
    operatorChanges('NOT_FOUND'),
  ],
  [
    'releaseController',
    () => `releaseController(guid: "${guidOf(9)}") { controller { guid } }`,
    administrators('NOT_FOUND'),
  ],
  [
    'replaceLicenseDocument',
    () => 'replaceLicenseDocument(input: { kind: BLACKLIST, text: "x", version: 0 }) { document { version } }',
    administrators('BAD_USER_INPUT'),
  ],
  [
    'registerAccount',
    () => 'registerAccount(input: { username: "x", email: "x", password: "x" }) { uuid }',
    everyCaller('BAD_USER_INPUT'),
  ],
  [
    'generateApiKey',
    () => 'generateApiKey(input: { username: "nobody", password: "wrong password", name: "k" }) { key }',
    everyCaller('UNAUTHENTICATED'),
  ],
  [
    'changePassword',
    () => 'changePassword(input: { username: "nobody", password: "wrong password", newPassword: "x" }) { username }',
    everyCaller('UNAUTHENTICATED'),
  ],
  [
    'requestPasswordReset',
    () => 'requestPasswordReset(input: { email: "nobody@mail.example" }) { email }',
    everyCaller(),
  ],
  [
    'resetPassword',
    () => 'resetPassword(input: { token: "x", newPassword: "a new password" }) { username }',
    everyCaller('BAD_USER_INPUT'),
  ],
  [
    'requestEmailConfirmation',
    () => 'requestEmailConfirmation(input: { email: "nobody@mail.example" }) { email }',
    everyCaller(),
  ],
  ['confirmEmail', () => 'confirmEmail(input: { token: "x" }) { username }', everyCaller('BAD_USER_INPUT')],
  ['deleteApiKey', () => 'deleteApiKey(input: { name: "no such key" }) { name }', accounts('NOT_FOUND')],
  [
    'addBrand',
    () => 'addBrand(input: { name: "a.b", tenantId: "globex" }) { brand { tenantId } }',
    brandChanges('BAD_USER_INPUT', 'BAD_USER_INPUT'),
  ],
  [
    'updateBrand',
    ({ foreignBrand }) => `updateBrand(input: { id: "${foreignBrand}", maxDistance: 1 }) { brand { tenantId } }`,
    brandChanges(),
  ],
  [
    'triageBrandHits',
    ({ foreignHit }) => `triageBrandHits(input: { ids: ["${foreignHit}"], status: OPEN }) { hits { tenantId } }`,
    brandChanges(),
  ],
  [
    'removeBrand',
    () => `removeBrand(input: { id: "${nodeId('Brand', unknownId)}" }) { id }`,
    brandChanges('NOT_FOUND'),
  ],
  [
    'watchDomain',
    () => 'watchDomain(input: { domain: "a.nowhere-at-all", tenantId: "globex" }) { watch { tenantId } }',
    { ...brandChanges('BAD_USER_INPUT', 'BAD_USER_INPUT'), account: 'BAD_USER_INPUT' },
  ],
  [
    'unwatchDomain',
    () => `unwatchDomain(input: { id: "${unknownId}" }) { domain }`,
    { ...brandChanges('NOT_FOUND'), account: 'NOT_FOUND' },
  ],
  [
    'startBulkRdapLookup',
    () => 'startBulkRdapLookup(input: { domains: ["x"], tenantId: "globex" }) { lookup { tenantId } duplicateCount }',
    { ...brandChanges('empty', 'BAD_USER_INPUT'), account: 'BAD_USER_INPUT' },
  ],
  [
    'cancelBulkRdapLookup',
    () => `cancelBulkRdapLookup(input: { id: "${unknownId}" }) { lookup { tenantId } }`,
    { ...brandChanges('NOT_FOUND'), account: 'NOT_FOUND' },
  ],
  ['approveAccount', () => 'approveAccount(input: { username: "nobody" }) { isFirst }', administrators('NOT_FOUND')],
  [
    'rejectAccount',
    () => 'rejectAccount(input: { username: "nobody" }) { account { id } }',
    administrators('NOT_FOUND'),
  ],
  [
    'suspendAccount',
    () => 'suspendAccount(input: { username: "nobody" }) { account { id } }',
    administrators('NOT_FOUND'),
  ],
  [
    'setSubscription',
    () => 'setSubscription(input: { username: "nobody", tier: BASIC }) { account { id } }',
    administrators('NOT_FOUND'),
  ],
  [
    'revokeApiKey',
    () => 'revokeApiKey(input: { username: "nobody", name: "k" }) { account { id } }',
    administrators('NOT_FOUND'),
  ],
  [
    'retryMail',
    () => `retryMail(input: { id: "${nodeId('Mail', guidOf(9))}" }) { mail { id } }`,
    administrators('NOT_FOUND'),
  ],
  [
    'createOperatorToken',
    () => 'createOperatorToken(input: { name: " ", role: VIEWER }) { secret }',
    administrators('BAD_USER_INPUT'),
  ],
  [
    'setOperatorTokenExpiration',
    () => `setOperatorTokenExpiration(input: { id: "${guidOf(9)}", neverExpires: true }) { token { id } }`,
    administrators('NOT_FOUND'),
  ],
  [
    'revokeOperatorToken',
    () => `revokeOperatorToken(input: { id: "${guidOf(9)}" }) { token { id } }`,
    administrators('NOT_FOUND'),
  ],
  [
    'revokeSession',
    () => `revokeSession(input: { id: "${guidOf(9)}" }) { sessions { id } }`,
    administrators('NOT_FOUND'),
  ],
  [
    'revokeSessionsOfPerson',
    () => `revokeSessionsOfPerson(input: { id: "${guidOf(9)}" }) { sessions { id } }`,
    administrators('NOT_FOUND'),
  ],
  [
    'createNotificationRule',
    () => 'createNotificationRule(input: { name: "x", kinds: [], target: MAIL, address: "a@b.example" }) { secret }',
    administrators('BAD_USER_INPUT'),
  ],
  ...(['deleteNotificationRule', 'updateNotificationRule', 'rotateNotificationSecret'] as const).map(
    (field): FieldRow => [
      field,
      () => `${field}(input: { id: "${guidOf(9)}" }) { rule { id } }`,
      administrators('NOT_FOUND'),
    ],
  ),
  [
    'sendTestNotification',
    () => `sendTestNotification(input: { id: "${guidOf(9)}" }) { delivery { id } }`,
    administrators('NOT_FOUND'),
  ],
  [
    'resendNotifications',
    () => `resendNotifications(input: { ruleId: "${guidOf(9)}" }) { resent }`,
    administrators('NOT_FOUND'),
  ],
  ['addMirrorClient', () => 'addMirrorClient(input: { name: " " }) { secret }', administrators('BAD_USER_INPUT')],
  [
    'removeMirrorClient',
    () => `removeMirrorClient(input: { id: "${guidOf(9)}" }) { client { id } }`,
    administrators('NOT_FOUND'),
  ],
];
