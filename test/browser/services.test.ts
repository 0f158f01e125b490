import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { OperatorRole } from '../../platform/caller.js';
import { guidOf } from '../licenses/support/license-world.js';
import { respondsWith, responseAbout } from '../rdap/support/behaviors.js';
import { startRegistry } from '../rdap/support/registry.js';
import { freePort } from '../support/free-port.js';
import { temporaryFolder } from '../support/running-server.js';
import { violationsOf } from './accessibility.js';
import { testControllers } from './controllers.js';
import { inferenceLines } from './inferences.js';
import {
  addJoinedData,
  expectControllerList,
  expectDomainPage,
  expectEndpointPage,
  expectPanel,
  expectRows,
  joined,
} from './joined-data.js';
import { editDocuments } from './license-documents.js';
import { expectSameTotals, linkedNumbers } from './overview-numbers.js';
import { startPathPrefixProxy } from './path-prefix.js';
import { browserTests, describeInBrowser, sendInferences } from './support.js';
import { verifyUsageLog } from './usage-log.js';

const folder = temporaryFolder();
afterAll(folder.remove);
const served = join(folder.path, 'served');
mkdirSync(join(served, 'cases'), { recursive: true });
writeFileSync(join(served, 'cases', 'interview.txt'), 'The user opened the attachment.');
writeFileSync(join(served, 'memo.txt'), 'Nothing unusual.');

const controllers = await testControllers();
afterAll(() => controllers.files.remove());
const dnsPort = await freePort();
const registry = await startRegistry();
afterAll(() => registry.close());
registry.setPath('/dns.json', (_request, response) => {
  response.end(JSON.stringify({ version: '1.0', services: [[['test', 'lab'], [registry.url]]] }));
});

describeInBrowser('the pages of the services and of their health', () => {
  const tests = browserTests({
    ...{ ...controllers.environment, RAMPART_AUTH_ALERTS: 'token', RAMPART_DRIVE_FOLDER: served },
    ...{ RAMPART_ZONES_RDAP_BOOTSTRAP_URL: `${registry.url}dns.json`, RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'true' },
    ...{ RAMPART_DNS_POLICY_ZONES: 'rpz.acme=acme, rpz.all', RAMPART_DNS_PORT: String(dnsPort) },
  });

  async function open(path: string, token = tests.server.token, locale = 'en-US'): Promise<Page> {
    return await tests.open(path, { token, locale });
  }

  let tokens = 0;
  async function tokenOf(role: OperatorRole, tenantId?: string): Promise<string> {
    tokens += 1;
    return await tests.server.createToken({ name: `${role} ${tokens}`, role, tenantId: tenantId ?? null });
  }

  test('health shows each service that the role may read', async () => {
    const services = ['Alerts', 'Zones', 'Controllers and license', 'Drive', 'Notifications', 'Emails'];
    for (const [token, expected] of [
      [tests.server.token, services],
      [await tokenOf('analyst'), services.slice(0, 5)],
      [await tokenOf('viewer'), services.slice(0, 4)],
      [await tokenOf('viewer', 'acme'), services.slice(0, 2)],
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
  });

  test('a license in its grace period is shown as a problem that links to the page of controllers', async () => {
    const page = await open('/#/overview');
    await page.getByRole('navigation', { name: 'Overview' }).getByRole('link', { name: 'Health' }).click();
    const service = page.getByRole('listitem').filter({ hasText: 'Controllers and license' });
    await service.getByText('Needs attention').waitFor();
    await service.getByText(/^License: Grace, the license expired on /).waitFor();
    await service.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Controllers' }).waitFor();
  });

  test('warnings of the license and its controllers are listed with the license, and counted in the metrics', async () => {
    for (const number of [1, 2] as const) await controllers.checkIn(tests.server, number);
    await controllers.warn(tests.server);
    const page = await open('/#/controllers');
    const warnings = page.getByRole('list', { name: 'Warnings' });
    await warnings.getByText('The license has expired, since').waitFor();
    await warnings.getByText('The grace period of the license ends within 7 days, since').waitFor();
    await warnings.getByText('At least 95% of the seats are used, since').waitFor();
    await warnings.getByText('Controllers run the outdated version 4.1.0, since').waitFor();
    await warnings.getByText('2 controllers are not checking in').click();
    await warnings.getByText('plc-2 is not checking in, since').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const headers = { authorization: `Bearer ${tests.server.token}` };
    const metrics = await (await fetch(`${tests.server.url}/metrics`, { headers })).text();
    expect(metrics).toContain('rampart_license_warnings{kind="grace_ending"} 1\n');
    expect(metrics).toContain('rampart_license_warnings{kind="controller_silent"} 2\n');
  });

  test('the numbers of seats and silent controllers link to their lists, below charts and above a table of rejected requests', async () => {
    for (const number of [1, 2]) await controllers.checkIn(tests.server, number);
    await controllers.warn(tests.server);
    await controllers.checkIn(tests.server, 1);
    expect(await controllers.checkIn(tests.server, 3)).toEqual({ message: 'No devices available' });
    await controllers.countSeats(tests.server);
    const page = await open('/#/overview');
    await page.getByText('of 2 seats used').waitFor();
    const compared = await expectSameTotals(page, await linkedNumbers(page), { '#/controllers': 'controller' });
    expect(compared, 'seats and silent controllers').toEqual(['2', '1']);
    const selectedTime = page.getByRole('combobox', { name: 'Time', exact: true }).locator('option:checked');
    await page.goto(`${tests.server.url}/#/controllers?within=1h`);
    await selectedTime.filter({ hasText: 'Last hour' }).waitFor({ state: 'attached' });
    await page.goto(`${tests.server.url}/#/overview`);
    const services = page.getByRole('list', { name: 'Services' });
    await services.getByRole('link', { name: /^1 ?of 2 controllers without a check-in for a day$/ }).click();
    await page.getByRole('row', { name: /plc-2/ }).waitFor();
    expect(await page.getByRole('row', { name: /plc-1/ }).count()).toBe(0);
    const seats = page.getByRole('figure', { name: /^Peak of 2 seats of 2 by department/ });
    await seats.getByText('Show as a table').click();
    const counts = seats.locator('tbody tr').last().getByRole('cell', { name: '2', exact: true });
    await expect.poll(() => counts.count()).toBe(2);
    await page.getByRole('row', { name: /^No seat Check license \d+$/ }).waitFor();
    const causes = page.getByRole('figure', { name: /requests? rejected by cause/ });
    await causes.getByText('Show as a table').click();
    await causes.getByRole('columnheader', { name: 'No seat' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('the usage log shows the expiration of machine files, and is verified in the browser', async () => {
    await controllers.checkIn(tests.server, 1);
    await controllers.issueMachineFile(tests.server);
    await verifyUsageLog(await open('/#/usage'), () => controllers.issueMachineFile(tests.server));
    const list = await open('/#/controllers');
    await list
      .locator('tbody tr', { hasText: guidOf(1) })
      .getByText(/^machine file expires /)
      .waitFor();
  });

  test('the documents of controllers are edited after a preview of who is affected, and are active immediately', async () => {
    const page = await open('/#/controllers');
    await editDocuments(page, { controllers, server: tests.server });
    for (const kind of ['departments', 'blacklist', 'license']) {
      await page.goto(`${tests.server.url}/#/administration/audit?action=replace.${kind}&within=1h`);
      const entries = page.locator('tbody tr', { hasText: `license-document:${kind}` });
      await expect.poll(() => entries.count()).toBe(2);
    }
  });

  test('files are searched by name and state, and previewed, below a path that a reverse proxy removes', async () => {
    expect(await tests.server.run(['drive', 'sync'], '')).toMatchObject({ code: 0 });
    const proxy = await startPathPrefixProxy('/soc', tests.server.url);
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
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('0 files and folders found', { exact: true }).waitFor();
    const heading = page.getByRole('heading', { name: 'Files', exact: true });
    await heading.locator('xpath=following-sibling::div[1]').getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').getByText('including those that the page does not show').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Subscription' }).getByText('0 accepted, 0 ignored').waitFor();

    // The state before a change, and the versions after it.
    await page.goto(`${proxy.url}/#/drive`);
    await page.getByRole('link', { name: 'Browse history' }).click();
    await page.getByRole('link', { name: 'cases' }).waitFor();
    await page.goto(`${proxy.url}/#/drive/search?query=interview`);
    writeFileSync(join(served, 'cases', 'interview.txt'), 'The user deleted the attachment.');
    expect(await tests.server.run(['drive', 'sync'], '')).toMatchObject({ code: 0 });
    await page.getByRole('button', { name: 'Preview: /cases/interview.txt' }).click();
    // The text is also in the results as soon as it has been read.
    const preview = page.getByRole('region', { name: 'Content of /cases/interview.txt' });
    await preview.getByText('The user deleted the attachment.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const versions = page.getByRole('list', { name: 'Versions of /cases/interview.txt' }).getByRole('link');
    expect(await contentOf(versions.last())).toBe('The user opened the attachment.');
    // The current files do not depend on the clock of the browser.
    await page.clock.setFixedTime('2020-01-01T00:00:00Z');
    await page.goto(`${proxy.url}/#/drive`);
    await page.getByRole('link', { name: 'Browse history' }).click();
    await page.getByRole('link', { name: 'cases' }).click();
    await page.getByText('1 file in 0 folders').waitFor();
    expect(await contentOf(page.getByRole('link', { name: 'Download: interview.txt' }))).toContain('deleted');

    // A sync after the page was opened: the archive contains the files that the page showed.
    for (let number = 0; number < 60; number++) writeFileSync(join(served, 'cases', `note-${number}.txt`), 'A note.');
    expect(await tests.server.run(['drive', 'sync'], '')).toMatchObject({ code: 0 });
    const archive = page.getByRole('link', { name: /^Download cases-\d+\.zip$/ });
    await page.getByRole('button', { name: 'Create archive' }).click();
    await page.getByText('61 files in 0 folders').waitFor();
    const first = await archive.innerText();
    await page.getByRole('button', { name: 'Create archive' }).click();
    await archive.filter({ hasNotText: first }).waitFor();
    expect(await page.getByRole('button', { name: 'Create archive' }).count()).toBe(0);
    await page.getByRole('link', { name: 'More files' }).click();
    await page.getByRole('link', { name: 'Download: note-9.txt' }).waitFor();
    await page.goBack();
    await page.goto(`${page.url()}&at=2020-01-01T00:00`);
    await page.getByText('Folder not found').waitFor();
  });

  async function contentOf(link: Locator): Promise<string> {
    const [download] = await Promise.all([link.page().waitForEvent('download'), link.click()]);
    return readFileSync(await download.path(), 'utf8');
  }

  test('a look-alike is blocked and unblocked on the page of its policy zone, which saves the list as a file', async () => {
    const add = 'mutation { addBrand(input: { name: "fabrikam", tenantId: "acme" }) { brand { id } } }';
    await tests.server.query(add);
    const zone = '$ORIGIN shop.\n@ 1 IN SOA ns. hostmaster. 1 1 1 1 1\nfabr1kam 1 IN NS ns.\n';
    expect(await tests.server.run(['zones', 'import', 'shop', '-'], zone)).toMatchObject({ code: 0 });
    const hitsQuery = '{ brandHits { nodes { name } } }';
    type Found = { brandHits: { nodes: object[] } };
    await expect
      .poll(async () => (await tests.server.query<Found>(hitsQuery)).brandHits.nodes)
      .toEqual([{ name: 'fabr1kam.shop' }]);
    const page = await open('/#/policy-zones');
    const server = `127.0.0.1 port ${dnsPort} This machine only, without a key`;
    const row = page.getByRole('row', { name: /^rpz\.acme/ });
    await expect.poll(async () => (await row.innerText()).replaceAll(/\s+/g, ' ')).toContain(`acme 0 ${server}`);
    await page.getByText('No look-alikes yet').waitFor();
    await page.getByLabel('Status').selectOption('Open');
    await page.getByRole('button', { name: 'Apply' }).click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Block: fabr1kam.shop' }).click();
    await dialog.getByRole('button', { name: 'Block' }).click();
    await page.getByText('No look-alikes found').waitFor();
    await row.getByRole('cell', { name: '1', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await page.getByRole('button', { name: 'Unblock: fabr1kam.shop' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save Unbound settings' }).click();
    const file = readFileSync(await (await saved).path(), 'utf8');
    expect(file).toMatch(/\nserver:\n {2}local-zone: "fabr1kam\.shop\." always_nxdomain\n$/);
    await page.getByRole('button', { name: 'Unblock: fabr1kam.shop' }).click();
    await dialog.getByRole('button', { name: 'Unblock' }).click();
    await row.getByRole('cell', { name: '0', exact: true }).waitFor();
    const viewer = await open('/#/policy-zones?status=DISMISSED', await tokenOf('viewer', 'acme'));
    await viewer.getByRole('link', { name: 'fabr1kam.shop' }).waitFor();
    expect(await viewer.getByRole('button', { name: /lock: / }).count()).toBe(0);
    expect(await viewer.getByRole('link', { name: 'rpz.all' }).count()).toBe(0);
    await viewer.goto(`${tests.server.url}/#/policy-zones?policyZone=rpz.all`);
    await viewer.getByRole('heading', { name: 'Policy zone not found' }).waitFor();
  });

  test('a confirmed look-alike that is registered again is confirmed again on the page of the brands', async () => {
    await tests.server.query('mutation { addBrand(input: { name: "contoso", tenantId: "acme" }) { brand { id } } }');
    const others = Array.from({ length: 60 }, (_, index) => `other${index}`);
    const importStore = async (...names: string[]) => {
      const lines = [...others, ...names].map((name) => `${name} 1 IN NS ns.\n`);
      const zoneFile = `$ORIGIN store.\n@ 1 IN SOA ns. hostmaster. 1 1 1 1 1\n${lines.join('')}`;
      expect(await tests.server.run(['zones', 'import', 'store', '-'], zoneFile)).toMatchObject({ code: 0 });
    };
    await importStore('c0ntoso');
    const page = await open('/#/brands?search=c0ntoso');
    const row = page.getByRole('row', { name: /^c0ntoso\.store/ });
    const confirm = async () => {
      await page.getByRole('button', { name: 'Confirm: c0ntoso.store' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('button', { name: 'Confirm: c0ntoso.store' }).waitFor({ state: 'detached' });
      await row.getByText('Confirmed').waitFor();
    };
    await expect.poll(async () => await countRowsAfterReload()).toBe(1);
    async function countRowsAfterReload(): Promise<number> {
      await page.reload();
      await page.getByText(/^\d+ look-alikes?$/).waitFor();
      return await row.count();
    }
    await confirm();
    await importStore();
    await importStore('c0ntoso');
    await expect
      .poll(async () => {
        await countRowsAfterReload();
        return await row.getByText('Registered again').count();
      })
      .toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    await confirm();
    expect(await row.getByText('Registered again').count()).toBe(0);
  });

  test('the registration of a domain is looked up at its registry from an alert, and shown on the page of the domain', async () => {
    registry.set('fabrikam.test', respondsWith(responseAbout('fabrikam.test')));
    const zone = '$ORIGIN test.\n@ 1 IN SOA ns. hostmaster. 1 1 1 1 1\nfabrikam 1 IN NS ns.\n';
    expect(await tests.server.run(['zones', 'import', 'test', '-'], zone)).toMatchObject({ code: 0 });
    const [line = ''] = inferenceLines().split('\n');
    const host = 'ws-1.fabrikam.test';
    await sendInferences(tests.server, JSON.stringify({ ...JSON.parse(line), inference_id: host, endpoint_id: host }));
    const page = await open(`/#/alerts?endpoint=${host}`);
    const lookUp = page.getByRole('button', { name: 'Look up at the registry (RDAP)' });
    const expectFact = (name: string, value: RegExp) =>
      page
        .locator('.description-item', { has: page.getByText(name, { exact: true }) })
        .getByText(value)
        .waitFor();
    const expectFacts = async () => {
      await expectFact('Registrar', /^Registrar Inc\.$/);
      await expectFact('Expires', /^Jan 2, 2020, 3:04:05\sAM UTC$/);
      await expectFact('Abuse contacts', /^abuse@registrar\.example$/);
    };
    const requests = () => registry.requests.filter((path) => path.endsWith('/fabrikam.test')).length;
    await page.locator('.row-endpoint a', { hasText: host }).press('Enter');
    await lookUp.waitFor();
    expect(requests()).toBe(0);
    await lookUp.press('Enter');
    await expectFacts();
    await page.locator('aside.detail').getByRole('link', { name: 'fabrikam.test', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'fabrikam.test' }).waitFor();
    await lookUp.press('Enter');
    await expectFacts();
    await expectFact('Source', /, cached$/);
    expect(requests()).toBe(1);
    await page.getByRole('link', { name: host }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${tests.server.url}/#/endpoint?tenant=acme&host=${host}`);
    await page.getByRole('heading', { name: 'Latest alerts' }).waitFor();
    await page.locator('tbody').getByRole('link').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('alert, endpoint, domain, controllers and files show the same joined data, and link to each other', async () => {
    await addJoinedData({ server: tests.server, controllers, registry });
    const page = await open(`/#/alerts?endpoint=${joined.host}`, await tokenOf('analyst'));
    await page.locator('.row-endpoint a', { hasText: joined.host }).click();
    const panel = await expectPanel(page);
    await panel.getByRole('region', { name: 'Endpoint' }).getByRole('listitem').getByRole('link').click();
    await expectControllerList(page);
    await page.goBack();
    await panel.getByRole('link', { name: joined.lookAlike }).click();
    await expectRows(page, 'Look-alikes', [/^tailspin\.lab lab Confusable characters /]);
    await expectRows(page, 'Timeline', [/ (Hit found|First seen) /, / (Hit found|First seen) /]);
    await page.getByRole('row', { name: /Hit found lab tailspin/ }).waitFor();
    await page.getByRole('link', { name: joined.domain, exact: true }).click();
    await expectDomainPage(page);
    await page
      .getByRole('row', { name: /^ws-7.* 4\.1\.0/ })
      .getByRole('link')
      .click();
    await expectControllerList(page);
    await page.goBack();
    await page
      .getByRole('row', { name: /^ws-7.*acme/ })
      .getByRole('link')
      .click();
    await expectEndpointPage(page);
    await page.getByRole('link', { name: '/memo.txt' }).click();
    await page
      .getByRole('row', { name: /memo\.txt/ })
      .getByRole('link', { name: joined.host })
      .click();
    await panel.getByText('/memo.txt', { exact: true }).waitFor();

    // Controllers and files belong to no tenant.
    const other = await open(`/#/endpoint?tenant=acme&host=${joined.host}`, await tokenOf('analyst', 'acme'));
    await other.getByText(/^tailspin\.lab$/).waitFor();
    expect(await other.locator('.description-item dt').allTextContents()).not.toContain('Controllers');
  });

  test('a bulk lookup is started, shows its progress, and is cancelled', async () => {
    registry.set('slow.test', () => undefined);
    const page = await open('/#/registrations');
    const form = page.getByRole('form', { name: 'New bulk lookup' });
    await form.getByRole('textbox').fill('unknown.test\nslow.test\n\nnot a name\nunknown.test');
    await form.getByRole('button', { name: 'Look up' }).click();
    await form.getByText('2 names will be looked up, 1 repeated, 1 invalid.').waitFor();
    await form
      .getByRole('list', { name: 'Invalid names' })
      .getByText(/^not a name: /)
      .waitFor();
    const row = page.locator('tbody tr', { has: page.getByRole('progressbar') });
    await row.getByText('1 of 2 names, 0 found, 1 not found').waitFor();
    await row.getByRole('button', { name: 'Results' }).click();
    const results = page.getByRole('region', { name: 'Results' });
    await results.getByRole('row', { name: /^unknown\.test Not found/ }).waitFor();
    await row.getByRole('button', { name: /^Cancel/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click();
    await row.getByText('Cancelled').waitFor();
    expect(await row.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('the audit log shows a change with its state, and finds it by action and person', async () => {
    await tokenOf('ingest');
    const page = await open('/#/administration/audit');
    await page.getByLabel('Action').fill('create.token');
    await page.getByLabel('Object').fill('token:unknown');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'No entries found' }).waitFor();
    await page.getByLabel('Object').fill('');
    await page.getByLabel('Time range').selectOption('Last hour');
    await page.getByRole('button', { name: 'Apply' }).click();
    const row = page.locator('tbody tr').first();
    await row.getByText('create.token').waitFor();
    await row.getByText('Show').press('Enter');
    await row.getByText('"role": "ingest"').waitFor();
    expect(page.url()).toMatch(/action=create.token&within=1h$/);
    // An invalid value matches any time.
    await page.goto(`${tests.server.url}/#/administration/audit?action=create.token&within=constructor`);
    await row.getByText('create.token').waitFor();
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
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'No emails found' }).waitFor();
  });

  test('filtering the hits keeps the brand of the link to the page, and ages are in the language of the browser', async () => {
    const add = 'mutation { addBrand(input: { name: "northwind" }) { brand { id } } }';
    const { addBrand } = await tests.server.query<{ addBrand: { brand: { id: string } } }>(add);
    const page = await open(`/#/brands?brand=${addBrand.brand.id}`, tests.server.token, 'de-DE');
    await page
      .getByLabel('Brand')
      .and(page.locator('select'))
      .locator('option:checked', { hasText: 'northwind' })
      .waitFor({ state: 'attached' });
    await page.getByLabel('Name contains').fill('north');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => page.url()).toContain('search=north');
    expect(page.url()).toContain(`brand=${addBrand.brand.id}`);
    await page.goto(`${tests.server.url}/#/endpoints`);
    await page
      .getByText(/^vor \d+ (Min\.|Std\.|Tagen)$/)
      .first()
      .waitFor();
    // The end of this day cannot be a time in the graph.
    await page.goto(`${tests.server.url}/#/brands?found=9999-12-31`);
    await page.getByRole('heading', { name: 'No look-alikes found' }).waitFor();
  });

  test('a controller is released, which frees its seat', async () => {
    await controllers.checkIn(tests.server, 1);
    const page = await open('/#/controllers');
    await page.getByRole('button', { name: 'Release: plc-1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release: plc-1' });
    await dialog.getByText(/^The seat of the controller \S+ is freed\. Its next check-in/).waitFor();
    await dialog.getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByRole('row', { name: /plc-1/ }).waitFor({ state: 'detached' });
    const count = '{ controllers(filter: { hostname: "plc-1" }) { totalCount } }';
    expect(await tests.server.query(count)).toEqual({ controllers: { totalCount: 0 } });
  });
});
