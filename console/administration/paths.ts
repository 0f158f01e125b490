export const group = 'Administration';

/** The pages of administrators, in the order of their tabs. */
export const paths = {
  people: { path: '/administration/people', title: 'People', permission: 'people.read' },
  sessions: { path: '/administration/sessions', title: 'Sessions', permission: 'sessions.manage' },
  tokens: { path: '/administration/tokens', title: 'Tokens', permission: 'tokens.manage' },
  clients: { path: '/administration/clients', title: 'Mirror clients', permission: 'mirror.manage' },
  accounts: { path: '/administration/accounts', title: 'API accounts', permission: 'accounts.list' },
  notifications: { path: '/administration/notifications', title: 'Notifications', permission: 'notifications.manage' },
  messages: { path: '/administration/messages', title: 'Messages', permission: 'notifications.manage' },
  emails: { path: '/administration/emails', title: 'Emails', permission: 'mails.read' },
  audit: { path: '/administration/audit', title: 'Audit log', permission: 'audit.read' },
} as const;

export type AdministrationPath = (typeof paths)[keyof typeof paths];
