import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Balancer, installedBalancers, startBalancer } from '../balancers/support/balancer.js';
import { runHere } from '../command-line/support/run-here.js';
import { clientSecret, type RealProvider, startProvider } from '../openid/support/real-provider.js';
import { freePort } from '../support/free-port.js';
import { openTestDatabase, type TestDatabase } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';
import { hostOf, inferenceLines } from './inferences.js';
import { browserOfTests, describeInBrowser } from './support.js';

const [kind] = installedBalancers();
const folder = temporaryFolder();
let opened: TestDatabase;
let settings: Record<string, string>;
let provider: RealProvider;
const replicas: RunningServer[] = [];
let ports: readonly number[];
let balancer: Balancer;
let url: string;

describeInBrowser('single sign-on with two replicas behind a balancer', () => {
  describe.skipIf(kind === undefined)('on this machine', () => {
    beforeAll(start);
    afterAll(stop);
    const browser = browserOfTests();

    const waitForTotal = (page: Page, count: string) =>
      page.locator('.toolbar-count').getByText(count, { exact: true }).waitFor();

    /** Submits the sign-in form of the provider, and consents. */
    async function identify(page: Page, login: string): Promise<void> {
      await page.locator('[name=login]').fill(login);
      await page.locator('[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
    }

    async function signIn(login: string, path = '/#/alerts'): Promise<Page> {
      const page = await browser.open(`${url}${path}`, { provider: provider.issuer });
      await page.getByRole('link', { name: 'Sign in with corp' }).click();
      await identify(page, login);
      await page.locator('.shell-signed-in', { hasText: login }).waitFor();
      return page;
    }

    test('a person signs in, and the session is valid on both replicas', async () => {
      const page = await signIn('ada');
      await page.getByTitle('admin · all tenants').waitFor();
      await waitForTotal(page, '130 alerts');
      const cookies = await page.context().cookies(url);
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      for (const port of ports) {
        const headers = { cookie, 'x-rampart-session': '1' };
        const response = await fetch(`http://127.0.0.1:${port}/session`, { headers });
        expect(await response.json()).toMatchObject({ name: 'ada', roles: ['admin'] });
      }
      expect(await page.evaluate('document.cookie')).toBe('');
    });

    test('an analyst of two tenants sees both, or the selected one, and changes are recorded under their name', async () => {
      const page = await signIn('ana');
      await page.getByTitle('analyst · acme, globex').waitFor();
      await waitForTotal(page, '130 alerts');
      await page.getByLabel('Tenant', { exact: true }).first().selectOption('globex');
      await waitForTotal(page, '65 alerts');
      await page.reload();
      await waitForTotal(page, '65 alerts');
      await page.getByRole('link', { name: 'Endpoints' }).click();
      await page.getByText('65 endpoints', { exact: true }).waitFor();
      await page.getByLabel('Tenant', { exact: true }).first().selectOption('All 2 tenants');
      await page.getByText('130 endpoints', { exact: true }).waitFor();
      await page.goto(`${url}/#/alerts?endpoint=${hostOf(7)}`);
      await page.locator('.row-endpoint a').first().click();
      const detail = page.getByRole('complementary', { name: hostOf(7) });
      await detail.getByLabel('Status').selectOption('INVESTIGATING');
      expect(await detail.getByLabel('Analyst').count()).toBe(0);
      await detail.getByRole('button', { name: 'Save' }).click();
      await detail.getByText(/ UTC · ana · GraphQL$/).waitFor();
      const [stored] = await opened.database.sql`select resolved_by from alerts.alert where endpoint_id = ${hostOf(7)}`;
      expect(stored).toEqual({ resolved_by: 'ana' });
    });

    test.each([
      ['an administrator revokes it', () => runRampart('sessions', 'revoke', 'ana')],
      ['it expires', () => opened.database.sql`update gateway.session set expires_at = 1 where name = 'ana'`],
    ])(
      'a session ends when %s; after another sign-in, the page still contains the typed text',
      async (_, endSession) => {
        const page = await signIn('ana', '/#/alerts?severity=CRITICAL');
        await page.locator('.row-endpoint a').first().click();
        const notes = page.locator('.triage textarea');
        await notes.fill('half a thought');
        await endSession();
        await page.getByText('The session of ana has ended').waitFor();
        expect(await notes.isVisible()).toBe(false);
        const popup = page.context().waitForEvent('page');
        await page.getByRole('link', { name: 'Sign in with corp' }).click();
        await (await popup).getByTitle('analyst · acme, globex').waitFor();
        await page.bringToFront();
        await notes.waitFor();
        expect(await notes.inputValue()).toBe('half a thought');
      },
    );

    test('signing out ends the session in all tabs and at the provider', async () => {
      const page = await signIn('ada');
      const tab = await page.context().newPage();
      await tab.goto(`${url}/#/alerts`);
      await waitForTotal(tab, '130 alerts');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: /sign me out/ }).click();
      for (const openPage of [tab, page]) await openPage.getByRole('region', { name: 'Sign in' }).waitFor();
      await expect.poll(() => tab.locator('tbody').count()).toBe(0);
      await page.getByRole('link', { name: 'Sign in with corp' }).click();
      await page.locator('[name=login]').waitFor();
    });

    test('signing out at the provider ends the session here', async () => {
      const page = await signIn('ada');
      await waitForTotal(page, '130 alerts');
      const tab = await page.context().newPage();
      await tab.goto(`${provider.issuer}/session/end?client_id=rampart`);
      await tab.getByRole('button', { name: /sign me out/ }).click();
      await page.getByText('The session of ada has ended').waitFor();
    });
  });
});

async function start(): Promise<void> {
  if (kind === undefined) return;
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  opened = await openTestDatabase();
  const accounts = { ada: { groups: ['admins'] }, ana: { groups: ['soc-acme', 'soc-globex'] } };
  provider = await startProvider({ accounts, name: 'corp', publicUrl: url });
  settings = {
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ALERTS: 'token' },
    ...{ RAMPART_SERVER_PUBLIC_URL: url, RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1' },
    ...{ RAMPART_LICENSES_TLS: 'off', RAMPART_DATABASE_POOL_SIZE: '6', RAMPART_OIDC_CORP_ISSUER: provider.issuer },
    ...{ RAMPART_OIDC_CORP_CLIENT_ID: 'rampart', RAMPART_OIDC_CORP_CLIENT_SECRET: clientSecret },
    RAMPART_OIDC_CORP_ROLES:
      'groups=admins -> admin, groups=soc-acme -> analyst@acme, groups=soc-globex -> analyst@globex',
  };
  // The printed addresses have the public URL.
  ports = [await freePort(), await freePort()];
  for (const port of ports) replicas.push(await startServer({ ...settings, RAMPART_SERVER_PORT: String(port) }));
  balancer = await startBalancer(kind, ports, folder.path, { port });
  await runRampart('alerts', 'import', '-');
}

async function runRampart(...args: string[]): Promise<void> {
  const { code, errors } = await runHere(args, { environment: settings, input: inferenceLines() });
  if (code !== 0) throw new Error(errors);
}

async function stop(): Promise<void> {
  await balancer?.close();
  for (const { command } of replicas) {
    command.process.kill('SIGTERM');
    await command.result;
  }
  await provider?.stop();
  await opened?.close();
  folder.remove();
}
