import type { RecordedMutation } from './recorded-mutation.js';

/** Mutations of tokens, sessions, notification rules and mirror clients, in an order in which each succeeds. */
export const administrationMutations: readonly RecordedMutation[] = [
  {
    field: 'createOperatorToken',
    caller: 'admin',
    selection: () => 'createOperatorToken(input: { name: "created", role: VIEWER }) { secret }',
    entries: [['create.token', 'token:ID']],
  },
  {
    field: 'setOperatorTokenExpiration',
    caller: 'admin',
    selection: ({ operatorToken }) =>
      `setOperatorTokenExpiration(input: { id: "${operatorToken}", neverExpires: true }) { token { id } }`,
    entries: [['change.token-expiration', 'token:ID']],
  },
  {
    field: 'revokeSession',
    caller: 'admin',
    selection: ({ session }) => `revokeSession(input: { id: "${session}" }) { sessions { id } }`,
    entries: [['revoke.session', 'session:ID']],
  },
  {
    field: 'revokeSessionsOfPerson',
    caller: 'admin',
    selection: ({ person }) => `revokeSessionsOfPerson(input: { id: "${person}" }) { sessions { id } }`,
    entries: [['revoke.session', 'session:ID']],
  },
  {
    field: 'createNotificationRule',
    caller: 'admin',
    selection: () =>
      'createNotificationRule(input: { name: "made", kinds: [ALERT_OPENED], target: MAIL, address: "soc@mail.example" }) { secret }',
    entries: [['create.notification-rule', 'notification-rule:ID']],
  },
  {
    field: 'rotateNotificationSecret',
    caller: 'admin',
    selection: ({ notificationRule }) => `rotateNotificationSecret(input: { id: "${notificationRule}" }) { secret }`,
    entries: [['rotate.notification-secret', 'notification-rule:ID']],
  },
  {
    field: 'updateNotificationRule',
    caller: 'admin',
    selection: ({ notificationRule }) =>
      `updateNotificationRule(input: { id: "${notificationRule}", isEnabled: true }) { rule { id } }`,
    entries: [['update.notification-rule', 'notification-rule:ID']],
  },
  {
    field: 'sendTestNotification',
    caller: 'admin',
    selection: ({ notificationRule }) =>
      `sendTestNotification(input: { id: "${notificationRule}" }) { delivery { id } }`,
    entries: [['test.notification-rule', 'notification-rule:ID']],
  },
  {
    field: 'resendNotifications',
    caller: 'admin',
    selection: ({ notificationRule }) => `resendNotifications(input: { ruleId: "${notificationRule}" }) { resent }`,
    entries: [['resend.notifications', 'notification-rule:ID']],
  },
  {
    field: 'deleteNotificationRule',
    caller: 'admin',
    selection: ({ notificationRule }) => `deleteNotificationRule(input: { id: "${notificationRule}" }) { rule { id } }`,
    entries: [['delete.notification-rule', 'notification-rule:ID']],
  },
  {
    field: 'revokeOperatorToken',
    caller: 'admin',
    selection: ({ operatorToken }) => `revokeOperatorToken(input: { id: "${operatorToken}" }) { token { id } }`,
    entries: [['revoke.token', 'token:ID']],
  },
  {
    field: 'addMirrorClient',
    caller: 'admin',
    selection: () => 'addMirrorClient(input: { name: "added" }) { secret }',
    entries: [['add.mirror-client', 'mirror-client:ID']],
  },
  {
    field: 'removeMirrorClient',
    caller: 'admin',
    selection: ({ mirrorClient }) => `removeMirrorClient(input: { id: "${mirrorClient}" }) { client { id } }`,
    entries: [['remove.mirror-client', 'mirror-client:ID']],
  },
];
