import { lazyPage } from '../shared/lazy-page.js';
import type { Page } from '../shared/page.js';
import { group, paths } from './paths.js';

export const administrationPages: readonly Page[] = [
  { ...paths.people, component: lazyPage(() => import('./people-page.js'), 'PeoplePage'), group },
  { ...paths.sessions, component: lazyPage(() => import('./sessions-page.js'), 'SessionsPage'), group },
  { ...paths.tokens, component: lazyPage(() => import('./tokens-page.js'), 'TokensPage'), group },
  { ...paths.clients, component: lazyPage(() => import('./clients-page.js'), 'ClientsPage'), group },
  { ...paths.accounts, component: lazyPage(() => import('./accounts-page.js'), 'AccountsPage'), group },
  {
    ...paths.notifications,
    component: lazyPage(() => import('./notifications-page.js'), 'NotificationsPage'),
    group,
  },
  { ...paths.messages, component: lazyPage(() => import('./messages-page.js'), 'MessagesPage'), group },
  { ...paths.emails, component: lazyPage(() => import('./emails-page.js'), 'EmailsPage'), group },
  { ...paths.audit, component: lazyPage(() => import('./audit-page.js'), 'AuditPage'), group, hasTimeRange: true },
];
