import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorCaller, OperatorRole } from '../../platform/caller.js';
import { isPermitted, type Permission } from '../../platform/permissions/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { consolePaths } from './console-paths.js';
import { browserTests, describeInBrowser } from './support.js';

const folder = temporaryFolder();
afterAll(folder.remove);
mkdirSync(join(folder.path, 'served'));
writeFileSync(join(folder.path, 'served', 'memo.txt'), 'Nothing unusual.');

interface ExpectedPage {
  /** The permission that opens the page. */
  readonly permission: Permission;
  /** Its link or tab in the navigation; absent if only other pages link to it. */
  readonly link?: string;
  /** The link of the group, for the first page of a group. */
  readonly group?: string;
  /** Its actions by the name of the button, with the permission for each. */
  readonly actions?: Readonly<Record<string, Permission>>;
}

const administration = (link: string, permission: Permission, actions = {}): ExpectedPage => ({
  ...{ permission, link, group: 'Administration', actions },
});
const zones = (link: string, permission: Permission, actions = {}): ExpectedPage => ({
  ...{ permission, link, group: 'Zones', actions },
});

/** All pages of the console. The test fails if a page or a button has no entry. */
const pages: Readonly<Record<string, ExpectedPage>> = {
  '/overview': { permission: 'viewer.read', link: 'Overview', group: 'Overview' },
  '/health': { permission: 'viewer.read', link: 'Health', group: 'Overview' },
  '/alerts': {
    ...{ permission: 'alerts.read', link: 'Alerts' },
    actions: { 'Save view': 'alerts.views', 'Select all … that match': 'alerts.triage' },
  },
  '/incidents': { permission: 'alerts.read', link: 'Incidents' },
  '/incident': { permission: 'alerts.read' },
  '/suppressions': {
    ...{ permission: 'alerts.read', link: 'Suppression' },
    actions: { 'New rule': 'alerts.suppress', End: 'alerts.suppress' },
  },
  '/endpoints': { permission: 'alerts.read', link: 'Endpoints' },
  '/endpoint': { permission: 'alerts.read' },
  '/attack': { permission: 'alerts.read', link: 'ATT&CK' },
  '/bulk-changes': { permission: 'alerts.read' },
  '/models': { permission: 'alerts.read', link: 'Models' },
  '/backtests': { permission: 'alerts.read', actions: { 'New backtest': 'alerts.suppress', Start: 'alerts.suppress' } },
  '/backtest': { permission: 'alerts.read' },
  '/zones': zones('Zones', 'zones.imports'),
  '/observations': zones('Observations', 'zones.read'),
  '/brands': zones('Brands', 'brands.read', {
    'New brand': 'brands.manage',
    'Add brand': 'brands.manage',
    Remove: 'brands.manage',
  }),
  '/policy-zones': zones('Policy zones', 'brands.read'),
  '/bulk-registrations': zones('Bulk registrations', 'zones.read'),
  '/look-alikes': zones('Look-alikes', 'zones.read'),
  '/registrations': zones('Registrations', 'rdap.read', { 'Look up': 'rdap.manage' }),
  '/bulk-registration': { permission: 'zones.read' },
  '/domain': { permission: 'zones.read' },
  '/controllers': {
    ...{ permission: 'licenses.read', link: 'Controllers', group: 'Controllers' },
    actions: {
      'Edit the license': 'licenses.edit',
      'Edit the blacklist': 'licenses.edit',
      'Edit the departments': 'licenses.edit',
    },
  },
  '/usage': { permission: 'licenses.read', link: 'Usage log', group: 'Controllers' },
  '/drive': {
    ...{ permission: 'drive.read', link: 'Drive' },
    actions: { 'Add site': 'drive.connect' },
  },
  '/drive/mass-changes': { permission: 'drive.read' },
  '/drive/search': { permission: 'drive.read' },
  '/drive/files': { permission: 'drive.read' },
  '/administration/people': administration('People', 'people.read'),
  '/administration/sessions': administration('Sessions', 'sessions.manage', {
    'End session': 'sessions.manage',
    'End all': 'sessions.manage',
  }),
  '/administration/tokens': administration('Tokens', 'tokens.manage', {
    'New token': 'tokens.manage',
    'Create token': 'tokens.manage',
    'Change expiration': 'tokens.manage',
    Revoke: 'tokens.manage',
  }),
  '/administration/clients': administration('Mirror clients', 'mirror.manage', {
    'New mirror client': 'mirror.manage',
    'Add client': 'mirror.manage',
  }),
  '/administration/accounts': administration('API accounts', 'accounts.list'),
  '/administration/notifications': administration('Notifications', 'notifications.manage', {
    'New rule': 'notifications.manage',
    'Add condition': 'notifications.manage',
    'Create rule': 'notifications.manage',
  }),
  '/administration/messages': administration('Messages', 'notifications.manage'),
  '/administration/emails': administration('Emails', 'mails.read'),
  '/administration/audit': administration('Audit log', 'audit.read'),
  '/reset-password': { permission: 'accounts.recover' },
  '/confirm-email': { permission: 'accounts.register' },
};

/** Buttons that change nothing on the server, and buttons of forms for everyone. */
const harmlessButtons = [
  ...['Search', 'Apply', 'Filter', 'Filters', 'Show', 'Refresh', 'Columns', 'Chart', 'Export', 'Shortcuts', 'Live'],
  ...[
    'Set password',
    'Confirm',
    'Verify',
    'Preview',
    'Earlier changes',
    'Target breached',
    'Not closed',
    'All statuses',
  ],
  ...['Assigned to me', 'Unassigned', 'Mentions me', 'More', 'First', 'Previous', 'Next', 'More filters'],
  ...['hosts file', 'Unbound settings', 'Pi-hole list', 'dnsmasq settings', 'RPZ zone file'].map(
    (name) => `Save ${name}`,
  ),
];

interface Person {
  readonly role: OperatorRole;
  readonly tenantId: string | null;
}
const people: readonly Person[] = [
  ...(['admin', 'analyst', 'viewer', 'ingest'] as const).map((role) => ({ role, tenantId: null })),
  { role: 'analyst', tenantId: 'acme' },
];

describeInBrowser('pages and actions by role', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token', RAMPART_DRIVE_FOLDER: join(folder.path, 'served') });

  beforeAll(async () => {
    await tests.server.query(`mutation {
      addBrand(input: { name: "northwind", tenantId: "acme" }) { brand { id } }
      addAlertSuppression(input: { filter: { tenantId: "acme", endpointId: "nothing" }, reason: "A scanner",
        endsAt: "2100-01-01T00:00:00Z" }) { suppression { id } }
    }`);
  });

  async function open({ role, tenantId }: Person): Promise<Page> {
    const token = await tests.server.createToken({ name: `${role}-${tenantId}`, role, tenantId });
    const page = await tests.open('/#/health', { token });
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.evaluate(countRequests);
    return page;
  }

  test.each(people)(
    'the role $role (tenant: $tenantId) sees the pages and actions in the table of permissions',
    async (person) => {
      expect(Object.keys(pages).toSorted()).toEqual(consolePaths());
      const caller: OperatorCaller = { kind: 'operator', name: person.role, ...person };
      const may = (permission: Permission) => isPermitted(caller, permission);
      const page = await open(person);
      const listed = Object.values(pages).filter(({ link, permission }) => link !== undefined && may(permission));
      const links = new Set(listed.map(({ group, link }) => group ?? link));
      const main = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      await expect.poll(async () => new Set(await main.allTextContents())).toEqual(links);
      const visibleActions: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      for (const [path, { permission, group, actions = {} }] of Object.entries(pages)) {
        const tabs = listed.filter((entry) => group !== undefined && entry.group === group).map(({ link }) => link);
        const permitted = Object.entries(actions).filter(([, permission]) => may(permission));
        expected[path] = may(permission)
          ? { tabs: tabs.length > 1 ? tabs : [], actions: permitted.map(([name]) => name).toSorted() }
          : `requires ${permission}`;
        visibleActions[path] = await readVisibleParts(page, path, group);
      }
      expect(visibleActions).toEqual(expected);
    },
  );

  test('the navigation of an administrator is on one line in windows of at least 1240 pixels', async () => {
    const page = await tests.open('/#/health', { token: tests.server.token });
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    for (const width of [1240, 1280, 1366, 1400, 1439, 1440, 1536, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const bar = await page.locator('header').first().boundingBox();
      expect(bar?.height, `${width} pixels`).toBeLessThan(60);
    }
  });
});

/** A script that counts the pending requests of the page, without streams. */
const countRequests = `
  const send = globalThis.fetch;
  globalThis.pendingRequests = 0;
  globalThis.fetch = async (...request) => {
    globalThis.pendingRequests += 1;
    try {
      const response = await send(...request);
      const isStream = /event-stream/.test(response.headers.get('content-type'));
      if (!isStream) await response.clone().text();
      return response;
    } finally {
      setTimeout(() => { globalThis.pendingRequests -= 1; });
    }
  };`;

interface VisibleParts {
  readonly text: string;
  readonly tabs: readonly string[];
  readonly buttons: readonly string[];
}

/**
 * Opens a page of the console without loading the document again, and reads it once nothing loads in two frames in a
 * row; with all buttons, except those of filters.
 */
const readPage = (path: string, group: string | undefined) => `(async () => {
  if (location.hash !== ${JSON.stringify(`#${path}`)}) {
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = ${JSON.stringify(path)};
    await changed;
  }
  const main = document.querySelector('main');
  const isSettled = () => globalThis.pendingRequests === 0 && main.querySelectorAll('h1').length === 1 &&
    main.querySelector('.table-stale') === null && !/Loading[\\w ]*…/.test(main.innerText);
  for (let frames = 0; frames < 2; frames = isSettled() ? frames + 1 : 0) {
    await new Promise(requestAnimationFrame);
  }
  for (const form of main.querySelectorAll('.create-details')) form.open = true;
  const isVisible = (each) => each.checkVisibility({ visibilityProperty: true });
  const textsOf = (selector) => [...main.querySelectorAll(selector)].filter(isVisible).map((each) => each.innerText);
  return {
    text: main.innerText,
    tabs: textsOf('nav[aria-label="${group}"] a'),
    buttons: textsOf(':is(button, .create-details > summary):not(.alerts-filter *)'),
  };
})()`;

/** The missing permission that a page reports, or its tabs and the actions that can change something on the server. */
async function readVisibleParts(page: Page, path: string, group: string | undefined): Promise<unknown> {
  const { text, tabs, buttons } = await page.evaluate<VisibleParts>(readPage(path, group));
  if (text.includes('Permission denied')) {
    return `requires ${/requires the permission (\S+),/.exec(text)?.[1]}`;
  }
  const names = new Set(buttons.map((name) => name.replace(/\d+/g, '…').trim()));
  return { tabs, actions: [...names].filter((name) => name !== '' && !harmlessButtons.includes(name)).toSorted() };
}
