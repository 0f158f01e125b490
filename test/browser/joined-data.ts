import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { guidOf } from '../licenses/support/license-world.js';
import { respondsWith, responseAbout } from '../rdap/support/behaviors.js';
import type { Registry } from '../rdap/support/registry.js';
import type { TestControllers } from './controllers.js';
import { linkFiles } from './evidence.js';
import { inferenceLines } from './inferences.js';
import { type BrowserTestServer, sendInferences } from './support.js';

export const joined = {
  host: 'ws-7.tailspin.lab',
  domain: 'tailspin.lab',
  /** A name that imitates the domain. */
  lookAlike: 'tai1spin.lab',
  /** The number of the controller. */
  controller: 2,
} as const;
const { host, domain, lookAlike, controller } = joined;

interface Sources {
  readonly server: BrowserTestServer;
  readonly controllers: TestControllers;
  readonly registry: Registry;
}

/**
 * Adds data of all domains about one endpoint of acme: an alert with the file memo.txt, a controller, and a domain with
 * an earlier nameserver, registration data and a look-alike of a brand.
 */
export async function addJoinedData({ server, controllers, registry }: Sources): Promise<void> {
  registry.set(domain, respondsWith(responseAbout(domain)));
  const brand = `{ name: "tailspin", tenantId: "acme", allowedNames: ["${domain}"] }`;
  await server.query(`mutation { addBrand(input: ${brand}) { brand { id } } }`);
  for (const names of ['tailspin 1 IN NS ns1.host.', 'tailspin 1 IN NS ns2.host.\ntai1spin 1 IN NS ns.host.']) {
    const zone = `$ORIGIN lab.\n@ 1 IN SOA ns. hostmaster. 1 1 1 1 1\n${names}\n`;
    expect(await server.run(['zones', 'import', 'lab', '-'], zone)).toMatchObject({ code: 0 });
  }
  const [line = ''] = inferenceLines().split('\n');
  await sendInferences(server, JSON.stringify({ ...JSON.parse(line), inference_id: host, endpoint_id: host }));
  // The controller is registered under another name.
  for (const hostname of [`plc-${controller}`, host]) {
    expect(await controllers.checkIn(server, controller, hostname)).toMatchObject({ message: 'Valid License' });
  }
  expect(await server.run(['drive', 'sync'], '')).toMatchObject({ code: 0 });
  const find = `{ alerts(filter: { endpointId: "${host}" }) { nodes { id } } }`;
  const { alerts } = await server.query<{ alerts: { nodes: { id: string }[] } }>(find);
  await linkFiles(server, alerts.nodes[0]?.id ?? '', 'memo');
  const hits = '{ brandHits(filter: { search: "tai1spin" }) { totalCount } }';
  type Found = { brandHits: { totalCount: number } };
  await expect.poll(async () => (await server.query<Found>(hits)).brandHits.totalCount).toBe(1);
}

/** Compares the rows of the table below a heading. */
export async function expectRows(page: Page, heading: string, rows: readonly RegExp[]): Promise<void> {
  const title = page.getByRole('heading', { name: heading, exact: true });
  const tableRows = title.locator('xpath=following-sibling::*[1]').locator('tbody tr');
  const readTexts = async () => (await tableRows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  await expect.poll(readTexts, { message: heading }).toEqual(rows.map((row) => expect.stringMatching(row)));
}

/** The panel of the alert: endpoint, controllers, domain with look-alikes and registration data, and evidence. */
export async function expectPanel(page: Page): Promise<Locator> {
  const panel = page.getByRole('complementary', { name: host });
  const endpoint = panel.getByRole('region', { name: 'Endpoint', exact: true });
  await endpoint.getByText('1 alert not closed', { exact: true }).waitFor();
  const items = (part: Locator) => part.getByRole('listitem').allInnerTexts();
  await expect.poll(() => items(endpoint)).toEqual([expect.stringMatching(/^ws-7\.tailspin\.lab, version 4\.1\.0, /)]);
  const zones = panel.getByRole('region', { name: 'Domain', exact: true });
  const history = zones.getByRole('list', { name: 'History in the zones' });
  await expect
    .poll(() => items(history))
    .toEqual(
      [/^Active: ns2\.host\./, /^Inactive: ns1\.host\./, /^Active: ns1\.host\./].map((row) =>
        expect.stringMatching(row),
      ),
    );
  const names = zones.getByRole('list', { name: 'Look-alikes' });
  await expect.poll(() => items(names)).toEqual([`${lookAlike} Confusable characters`]);
  await expectDossier(page);
  await panel.getByRole('region', { name: 'Evidence' }).getByText('/memo.txt', { exact: true }).waitFor();
  return panel;
}

/** Looks up the registration data, which is stored after the first lookup. */
async function expectDossier(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Look up at the registry (RDAP)' }).click();
  const facts = page.locator('.description-item');
  await facts.filter({ hasText: /^Registrar\s*Registrar Inc\.$/ }).waitFor();
  await facts.filter({ hasText: /^Abuse contacts\s*abuse@registrar\.example$/ }).waitFor();
}

/** The page of the domain: observations, history, look-alikes, registration data, endpoints and controllers. */
export async function expectDomainPage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: domain }).waitFor();
  await expectRows(page, 'Nameservers', [/ Inactive ns1\.host\. lab$/, / Active ns2\.host\. lab$/]);
  await expectRows(page, 'Endpoints', [/^ws-7\.tailspin\.lab acme Windows 1 1 /]);
  await expectRows(page, 'Controllers', [/^ws-7\.tailspin\.lab 4\.1\.0 /]);
  await expectRows(page, 'Timeline', [
    / Moved lab ns1\.host\. → ns2\.host\.$/,
    / First seen lab ns1\.host\.$/,
    ...[/ Expires$/, / Changed$/, / Registered$/],
  ]);
  await expectRows(page, 'Look-alikes', [/^tai1spin\.lab lab Confusable characters /]);
  await expectDossier(page);
}

/** Checks the page of the endpoint: its alert, controllers, domain and evidence. */
export async function expectEndpointPage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: host }).waitFor();
  await expectRows(page, 'Latest alerts', [/ Critical Open 0\.970 T1059\.001 /]);
  const expectFact = (name: string, value: RegExp) =>
    page
      .locator('.description-item', { has: page.getByText(name, { exact: true }) })
      .getByText(value)
      .first()
      .waitFor();
  await expectFact('Alerts', /^1 alert, 1 not closed$/);
  await expectFact('Controllers', /^ws-7\.tailspin\.lab, version 4\.1\.0, last check-in /);
  await expectFact('Domain', /^tailspin\.lab, active, nameservers ns2\.host\.$/);
  await expectFact('Evidence', /^\/memo\.txt/);
}

/** The list of controllers of the endpoint. */
export async function expectControllerList(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Controllers' }).waitFor();
  await page.getByText('1 controller', { exact: true }).waitFor();
  const names = `^ws-7\\.tailspin\\.lab ?${guidOf(controller)} ?registered as plc-2`;
  await page.getByRole('row', { name: new RegExp(names) }).waitFor();
}
