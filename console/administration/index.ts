import type { Domain } from '../shared/page.js';
import { AccountsPage } from './accounts-page.js';
import { ClientsPage } from './clients-page.js';
import { MessagesPage } from './messages-page.js';
import { NotificationsPage } from './notifications-page.js';
import { group, paths } from './paths.js';
import { PeoplePage } from './people-page.js';
import { SessionsPage } from './sessions-page.js';
import { TokensPage } from './tokens-page.js';

export const administrationDomain: Domain = {
  name: group,
  pages: [
    { ...paths.people, component: PeoplePage, group },
    { ...paths.sessions, component: SessionsPage, group },
    { ...paths.tokens, component: TokensPage, group },
    { ...paths.clients, component: ClientsPage, group },
    { ...paths.accounts, component: AccountsPage, group },
    { ...paths.notifications, component: NotificationsPage, group },
    { ...paths.messages, component: MessagesPage, group },
  ],
};
