import { nodeId } from '../../../platform/graph/index.js';
import { guidOf } from '../../licenses/support/license-world.js';
import { type FieldRow, type Subjects, unknownId } from './caller-matrix.js';
import { alertMutations } from './caller-matrix-alert-mutations.js';
import { accounts, administrators, brandChanges, everyCaller, operatorChanges } from './caller-outcomes.js';

const unknownSite = nodeId('DriveFollowedSite', 'contoso.example', '/sites/none');

const evidence = ({ foreignAlert, siteId, itemId }: Subjects): string =>
  `alertId: "${foreignAlert}", siteId: "${siteId}", itemId: "${itemId}"`;

/** The root fields of `Mutation`. */
export const mutations: readonly FieldRow[] = [
  ...alertMutations,
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
