import { expect, test } from 'vitest';
import { alertCount } from './inferences.js';
import { browserTests, describeInBrowser, runFirstQuery } from './support.js';

describeInBrowser('the pages for developers', () => {
  const tests = browserTests();

  test('the explorer runs its first query and documents the schema, all from this server', async () => {
    const page = await tests.open('/graphql');
    await runFirstQuery(page, { totalCount: alertCount });
    await page.getByRole('button', { name: /Show Documentation Explorer/ }).click();
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await page.getByRole('link', { name: 'alertStore', exact: true }).waitFor();
  });

  test.each([false, true])('the REST reference lists the documented paths (dark: %s)', async (dark) => {
    const page = await tests.open('/docs', { dark });
    for (const path of ['/health', '/alerts', '/feedback', '/endpoints']) {
      await page.locator(`.opblock [data-path="${path}"]`).first().waitFor();
    }
  });

  test.each(['/', '/graphql', '/docs'])('the links at the top of %s lead to pages that exist', async (path) => {
    const page = await tests.open(path);
    await page.getByRole('link', { name: 'Schema' }).waitFor();
    const anchors = await page.locator('header nav a').all();
    const links = await Promise.all(anchors.map(async (anchor) => await anchor.getAttribute('href')));
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) {
      const response = await fetch(new URL(link ?? '', tests.server.url), { headers: { accept: 'text/html, */*' } });
      expect([link, response.status]).toEqual([link, 200]);
    }
  });
});
