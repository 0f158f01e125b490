import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/running-server.js';
import { proxyBelow } from './path-prefix.js';
import { browserTests, describeInBrowser } from './support.js';

const folder = temporaryFolder();
afterAll(folder.remove);
const served = join(folder.path, 'served');
mkdirSync(join(served, 'cases'), { recursive: true });
writeFileSync(join(served, 'cases', 'interview.txt'), 'The user opened the attachment.');
writeFileSync(join(served, 'memo.txt'), 'Nothing unusual.');

describeInBrowser('health, files, emails and the audit log', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token', RAMPART_DRIVE_FOLDER: served });

  async function open(path: string, token = tests.server.token, locale = 'en-US'): Promise<Page> {
    const page = await tests.open(path, { locale });
    const panel = page.getByRole('region', { name: 'Sign in' });
    await panel.getByLabel('Operator token').fill(token);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    return page;
  }

  async function tokenOf(role: string, ...options: string[]): Promise<string> {
    const words = ['tokens', 'create', `${role}${options.length}`, '--role', role, ...options];
    return (await tests.server.run(words, '')).output.trim();
  }

  test('health shows each service that the role may read, and no page has forms for what it may not change', async () => {
    const all = ['Alerts', 'Zones', 'Controllers and license', 'Drive', 'Notifications', 'Emails'];
    for (const [token, expected] of [
      [tests.server.token, all],
      [await tokenOf('analyst'), all.slice(0, 5)],
      [await tokenOf('viewer'), all.slice(0, 4)],
      [await tokenOf('viewer', '--tenant', 'acme'), all.slice(0, 2)],
    ] as const) {
      const page = await open('/#/health', token);
      const services = page.getByRole('list', { name: 'Services' });
      await services.getByText(/alerts? stored/).waitFor();
      await expect.poll(() => services.getByRole('link').allTextContents()).toEqual(expected);
      await expect.poll(() => services.getByText('Loading…').count()).toBe(0);
      if (token !== tests.server.token) {
        expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
      }
    }
    const viewer = await open('/#/suppressions', await tokenOf('viewer', '--tenant', 'acme', '--tenant', 'globex'));
    for (const [path, heading] of [
      ['suppressions', 'Suppression'],
      ['brands', 'Brands'],
      ['backtests', 'Backtests'],
      ['incidents', 'Incidents'],
    ]) {
      await viewer.goto(`${tests.server.url}/#/${path}`);
      await viewer.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await viewer.getByRole('form', { name: /^New/ }).count()).toBe(0);
      expect(await viewer.getByRole('button', { name: /^(Add|Start|End|Remove|Open|Edit)/ }).count()).toBe(0);
    }
  });

  test('a missing license needs attention, which leads to the page of controllers', async () => {
    const page = await open('/#/overview');
    await page.getByRole('navigation', { name: 'Overview' }).getByRole('link', { name: 'Health' }).click();
    const service = page.getByRole('listitem').filter({ hasText: 'Controllers and license' });
    await service.getByText('Needs attention').waitFor();
    await service.getByText(/^License: Missing/).waitFor();
    await service.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Controllers' }).waitFor();
  });

  test('files are searched by name and state, and previewed, below a path that a reverse proxy removes', async () => {
    expect(await tests.server.run(['drive', 'sync'], '')).toMatchObject({ code: 0 });
    const proxy = await proxyBelow('/soc', tests.server.url);
    onTestFinished(proxy.close);
    const page = await open(`${proxy.url}/#/drive`);
    const files = page.locator('table', { has: page.getByRole('columnheader', { name: 'Preview' }) });
    await files.getByRole('row', { name: /memo.txt/ }).waitFor();
    await page.getByLabel('Name contains').fill('VIEW');
    await page.getByLabel('Name contains').press('Enter');
    await page.getByText('1 file or folder found', { exact: true }).waitFor();
    expect(page.url()).toContain('name=VIEW');
    await files.getByRole('button', { name: 'Preview: /cases/interview.txt' }).press('Enter');
    await page.getByText('The user opened the attachment.').waitFor();
    await page.getByRole('combobox', { name: 'Content' }).selectOption('Failed');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('0 files and folders found', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Subscription' }).getByText('0 accepted, 0 ignored').waitFor();
  });

  test('a change is in the audit log with its state, found by action and person', async () => {
    await tokenOf('ingest');
    const page = await open('/#/administration/audit');
    await page.getByLabel('Action').fill('create.token');
    await page.getByLabel('Object').fill('token:unknown');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'No entries found' }).waitFor();
    await page.getByLabel('Object').fill('');
    await page.getByLabel('Time range').selectOption('Last hour');
    await page.getByRole('button', { name: 'Search' }).click();
    const row = page.locator('tbody tr').first();
    await row.getByText('create.token').waitFor();
    await row.getByText('Show').press('Enter');
    await row.getByText('"role": "ingest"').waitFor();
    expect(page.url()).toMatch(/action=create.token&within=1h$/);
  });

  test('emails to accounts are listed by status', async () => {
    const register =
      'mutation { registerAccount(input: { username: "mara", email: "mara@mail.example", password: "correct horse battery" }) { uuid } }';
    await tests.server.query(register);
    await tests.server.query(
      'mutation { approveAccount(input: { username: "mara" }, allowUnconfirmedEmail: true) { isFirst } }',
    );
    const page = await open('/#/administration/emails');
    await page.getByRole('row', { name: /mara@mail.example.*Default key/ }).waitFor();
    await page.getByLabel('Status').selectOption('Failed');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'No emails found' }).waitFor();
  });

  test('the filter of hits keeps the brand of a link, and ages are in the language of the browser', async () => {
    const add = 'mutation { addBrand(input: { name: "northwind" }) { brand { id } } }';
    const { addBrand } = await tests.server.query<{ addBrand: { brand: { id: string } } }>(add);
    const page = await open(`/#/brands?brand=${addBrand.brand.id}`, tests.server.token, 'de-DE');
    await page
      .getByLabel('Brand')
      .and(page.locator('select'))
      .locator('option:checked', { hasText: 'northwind' })
      .waitFor({ state: 'attached' });
    await page.getByLabel('Name contains').fill('north');
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect.poll(() => page.url()).toContain('search=north');
    expect(page.url()).toContain(`brand=${addBrand.brand.id}`);
    await page.goto(`${tests.server.url}/#/endpoints`);
    await page
      .getByText(/^vor \d+ (Min\.|Std\.|Tagen)$/)
      .first()
      .waitFor();
  });
});
