import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nodeId } from '../../platform/node-id.js';
import { violationsOf } from './accessibility.js';
import { consoleAreas, consolePaths } from './console-paths.js';
import { browserTests, describeInBrowser } from './support.js';

const unknownId = '00000000-0000-4000-8000-000000000000';

/** Addresses of pages of unknown objects. */
const unknownPaths = [
  '/no-such-page',
  `/alerts?alert=${unknownId}`,
  `/incident?id=${nodeId('Incident', unknownId)}`,
  `/backtest?id=${unknownId}`,
  '/endpoint?tenant=nobody&host=nothing',
  '/domain?name=nothing.example',
  '/drive?site=nothing',
];
const notFoundText = expect.stringMatching(/not found|No alerts for this|Not in the/i);

/** Later rows have the same elements as the first ones, and axe needs most of its time for them. */
const hideLaterRows = (page: Page) =>
  page.evaluate('for (const row of document.querySelectorAll("tbody tr:nth-child(n+9)")) row.style.display = "none"');

describeInBrowser('axe finds no violation, light and dark, at 390 to 1440 pixels', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token', RAMPART_NOTIFICATIONS_ALLOW_PRIVATE: 'true' });

  /** Opens a page of the console in the browser's session. */
  async function showPage(page: Page, path: string): Promise<void> {
    await page.goto(`${tests.server.url}/#${path}`);
    // `waitFor` polls only every half second.
    const headings = page.locator('main').getByRole('heading');
    await expect.poll(() => headings.count(), { interval: 20 }).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.spinner').count()).toBe(0);
    await hideLaterRows(page);
    // On a desktop, the navigation has one line.
    expect((await page.locator('header').first().boundingBox())?.height).toBeLessThan(60);
  }

  test('in the sign-in form', async () => {
    const page = await tests.open('/#/alerts');
    await page.getByRole('region', { name: 'Sign in' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test.each(consoleAreas)('on any page of %s', async (area) => {
    const paths = consolePaths([area]);
    expect(paths.length).toBeGreaterThan(1);
    if (area === 'zones') {
      const file = 'demo. 3600 IN SOA ns. hostmaster. 1 1 1 1 1\nshop.demo. 3600 IN NS ns1.example.\n';
      expect(await tests.server.run(['zones', 'import', 'demo', '-'], file)).toMatchObject({ code: 0 });
    }
    const page = await tests.open('/#/overview', { token: tests.server.token });
    const violationsByPath: Record<string, string[]> = {};
    for (const path of paths) {
      await showPage(page, path);
      await page.evaluate('for (const form of document.querySelectorAll(".create-details")) form.open = true');
      violationsByPath[path] = await violationsOf(page, { everyLayout: true });
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(Object.entries(violationsByPath).filter(([, violations]) => violations.length > 0)).toEqual([]);
  });

  test('on the pages of unknown objects', async () => {
    const page = await tests.open('/#/overview', { token: tests.server.token });
    for (const path of unknownPaths) {
      await showPage(page, path);
      expect([path, await page.locator('main').innerText()]).toEqual([path, notFoundText]);
    }
    // All of these pages have the same layout.
    expect(await violationsOf(page, { everyLayout: true })).toEqual([]);
  });

  test('in the panel of an alert', async () => {
    const page = await tests.open('/#/alerts', { token: tests.server.token });
    await page.locator('.row-endpoint a').first().click();
    await page.locator('.triage textarea').waitFor();
    // Rows are dimmed while newer ones load.
    await page.locator('.table-stale').waitFor({ state: 'hidden' });
    await hideLaterRows(page);
    expect(await violationsOf(page, { everyLayout: true })).toEqual([]);
  });
});
