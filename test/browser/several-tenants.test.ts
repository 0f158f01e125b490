import { afterAll, expect, test } from 'vitest';
import { startRegistry } from '../rdap/support/registry.js';
import { browserTests, describeInBrowser, openForm } from './support.js';

const registry = await startRegistry();
afterAll(() => registry.close());
registry.setPath('/dns.json', (_request, response) => {
  response.end(JSON.stringify({ version: '1.0', services: [[['test'], [registry.url]]] }));
});

describeInBrowser('a person with several tenants', () => {
  const tests = browserTests({
    RAMPART_AUTH_ALERTS: 'token',
    ...{ RAMPART_ZONES_RDAP_BOOTSTRAP_URL: `${registry.url}dns.json`, RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'true' },
  });

  const open = async (path: string, name: string) =>
    await tests.open(path, {
      token: await tests.server.createToken({ name, role: 'analyst', tenants: ['acme', 'globex'] }),
    });

  test('sees the counts of the selected tenant in all facets', async () => {
    const page = await open('/#/alerts', 'ana');
    const counts = page.getByRole('group', { name: 'Status' }).locator('.facet-count');
    await expect.poll(async () => (await counts.allTextContents())[0]).toBe('130');
    await page.getByLabel('Tenant', { exact: true }).first().selectOption('acme');
    await page.locator('.toolbar-count', { hasText: '65 alerts' }).waitFor();
    await expect.poll(async () => (await counts.allTextContents())[0]).toBe('65');
  });

  test('sees the suppression rules of the selected tenant', async () => {
    await tests.server.query(`mutation {
      acme: addAlertSuppression(input: { filter: { tenantId: "acme", endpointId: "a" }, reason: "Scanner of acme" }) { suppression { id } }
      globex: addAlertSuppression(input: { filter: { tenantId: "globex", endpointId: "g" }, reason: "Scanner of globex" }) { suppression { id } }
    }`);
    const page = await open('/#/suppressions', 'cy');
    const rows = page.getByRole('row', { name: /Scanner of/ });
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('banner').getByLabel('Tenant', { exact: true }).selectOption('globex');
    await page.getByText('1 rule', { exact: true }).waitFor();
    expect(await rows.allTextContents()).toEqual([expect.stringContaining('Scanner of globex')]);
  });

  test('selects the tenant of a brand, a watched domain and a bulk lookup', async () => {
    const page = await open('/#/brands', 'ben');
    const tenantSwitch = page.getByRole('banner').getByLabel('Tenant', { exact: true });
    const brand = await openForm(page, 'New brand');
    await brand.getByLabel('Brand').fill('northwind');
    await brand.getByLabel('Tenant').selectOption('globex');
    await brand.getByRole('button', { name: 'Add brand' }).click();
    await brand.getByText('northwind is watched.').waitFor();
    const row = page.getByRole('row', { name: /^northwind\s*globex/ });
    await row.waitFor();
    await tenantSwitch.selectOption('globex');
    await page.getByRole('button', { name: 'Export' }).first().click();
    await page.getByRole('dialog').getByText('including those that the page does not show').waitFor();
    await page.keyboard.press('Escape');
    await tenantSwitch.selectOption('acme');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'No brands of acme' }).waitFor();

    await page.goto(`${tests.server.url}/#/domain?name=northwind.test`);
    const watch = page.getByRole('form', { name: 'Watch the registration' });
    expect(await watch.getByLabel('Tenant').inputValue()).toBe('acme');
    await watch.getByRole('button', { name: 'Watch' }).click();
    await page.getByRole('region', { name: 'History acme' }).waitFor();
    // Another tenant can watch the domain too.
    expect(await watch.getByLabel('Tenant').locator('option').allTextContents()).toEqual(['Select a tenant', 'globex']);
    await tenantSwitch.selectOption('globex');
    await expect.poll(() => watch.getByLabel('Tenant').inputValue()).toBe('globex');
    await watch.getByRole('button', { name: 'Watch' }).click();
    await page.getByRole('region', { name: 'History globex' }).waitFor();
    await watch.waitFor({ state: 'detached' });

    await page.goto(`${tests.server.url}/#/registrations`);
    const lookup = page.getByRole('form', { name: 'New bulk lookup' });
    await lookup.getByLabel('Domain names').fill('northwind.test');
    await tenantSwitch.selectOption('acme');
    await expect.poll(() => lookup.getByLabel('Tenant').inputValue()).toBe('acme');
    await lookup.getByLabel('Tenant').selectOption('globex');
    await lookup.getByRole('button', { name: 'Look up' }).click();
    await lookup.getByText('1 name will be looked up').waitFor();
  });
});
