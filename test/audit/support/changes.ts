import { nodeId } from '../../../platform/graph/index.js';
import { guidOf } from '../../licenses/support/license-world.js';
import { administrationMutations } from './administration-changes.js';
import { alertMutations } from './alert-changes.js';
import type { RecordedMutation, Subjects } from './recorded-mutation.js';

/** Mutations without audit entries, with the reason. */
export const unrecordedMutations: Readonly<Record<string, string>> = {
  checkLicense: 'the register contains the time and address of each check-in; there can be thousands per second',
  receiveDriveNotifications: 'notifications only start a sync; rejected notifications are recorded as security events',
  previewBulkAlertChange: 'stores which alerts match, and changes none; startBulkAlertChange adds an entry',
  issueMirrorToken: 'a successful request changes only `lastTokenAt` of the client',
};

const password = 'correct horse battery';
const nextPassword = 'wrong donkey dynamo';
const evidence = ({ alert, siteId, itemId }: Subjects): string =>
  `alertId: "${alert}", siteId: "${siteId}", itemId: "${itemId}"`;

/** Mutations in an order in which each succeeds. `ID` in an object matches any id. */
export const recordedMutations: readonly RecordedMutation[] = [
  ...alertMutations,
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
