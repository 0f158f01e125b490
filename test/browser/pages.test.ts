import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { alertCount } from './inferences.js';
import {
  type BrowserTestServer,
  closePages,
  describeInBrowser,
  launchBrowser,
  openPage,
  runFirstQuery,
  startServerWithAlerts,
} from './support.js';

describeInBrowser('the pages for developers', () => {
  let server: BrowserTestServer;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServerWithAlerts(), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  afterEach(closePages);

  test('the explorer runs its first query and documents the schema, all from this server', async () => {
    const page = await openPage(browser, `${server.url}/graphql`);
    await runFirstQuery(page, { totalCount: alertCount });
    await page.getByRole('button', { name: /Show Documentation Explorer/ }).click();
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await page.getByRole('link', { name: 'alertStore', exact: true }).waitFor();
  });

  test.each([false, true])('the REST reference lists the documented paths (dark: %s)', async (dark) => {
    const page = await openPage(browser, `${server.url}/docs`, { dark });
    for (const path of ['/health', '/alerts', '/feedback', '/endpoints']) {
      await page.locator(`.opblock [data-path="${path}"]`).first().waitFor();
    }
  });

  test.each(['/', '/graphql', '/docs'])('the links at the top of %s lead to pages that exist', async (path) => {
    const page = await openPage(browser, `${server.url}${path}`);
    await page.getByRole('link', { name: 'Schema' }).waitFor();
    const anchors = await page.locator('header nav a').all();
    const links = await Promise.all(anchors.map(async (anchor) => await anchor.getAttribute('href')));
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) {
      const response = await fetch(new URL(link ?? '', server.url), { headers: { accept: 'text/html, */*' } });
      expect([link, response.status]).toEqual([link, 200]);
    }
  });
});
