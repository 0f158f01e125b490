import { expect, test } from 'vitest';
import { alertCount } from './inferences.js';
import { browserTests, describeInBrowser, runFirstQuery } from './support.js';

describeInBrowser('explorer, REST reference and pages of zones', () => {
  const tests = browserTests();

  test('the explorer runs its first query and shows the schema, without requests to other hosts', async () => {
    const page = await tests.open('/graphql');
    await runFirstQuery(page, { totalCount: alertCount });
    await page.getByRole('button', { name: /Show Documentation Explorer/ }).click();
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await page.getByRole('link', { name: 'alertStore', exact: true }).waitFor();
  });

  test('the explorer runs a subscription until it is stopped', async () => {
    const page = await tests.open('/graphql');
    await page.getByRole('tab', { name: 'AlertChanges' }).click();
    await page.getByRole('button', { name: /Execute query/ }).click();
    const results = page.locator('.result-window');
    const change = 'mutation ($input: UpdateAlertInput!) { updateAlert(input: $input) { alert { id } } }';
    const first = '{ alerts(first: 1) { nodes { id } } }';
    const { alerts } = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(first);
    const id = alerts.nodes[0]?.id ?? '';
    // What changes before the subscription is open is not sent.
    await expect
      .poll(async () => {
        await tests.server.query(change, { input: { id, status: 'OPEN' } });
        return await results.textContent();
      })
      .toContain(id);
    await page.getByRole('button', { name: /Stop query/ }).click();
    await page.getByRole('button', { name: /Execute query/ }).waitFor();
  });

  test.each([false, true])('the REST reference lists the documented paths (dark: %s)', async (dark) => {
    const page = await tests.open('/docs', { dark });
    for (const path of ['/health', '/alerts', '/feedback', '/endpoints']) {
      await page.locator(`.opblock [data-path="${path}"]`).first().waitFor();
    }
  });

  test.each(['/', '/graphql', '/docs'])('the navigation of %s links to existing pages', async (path) => {
    const page = await tests.open(path);
    const navigation = page.locator('header nav');
    await navigation.getByRole('link', { name: 'Schema' }).waitFor();
    const anchors = await navigation.locator('a').all();
    const links = await Promise.all(anchors.map(async (anchor) => await anchor.getAttribute('href')));
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) {
      const response = await fetch(new URL(link ?? '', tests.server.url), { headers: { accept: 'text/html, */*' } });
      expect([link, response.status]).toEqual([link, 200]);
    }
  });

  test('a zone links to its observations, which can be paged and searched', async () => {
    const names = Array.from({ length: 130 }, (_, index) => `name-${String(index).padStart(3, '0')}.demo`);
    const records = names.map((name) => `${name}. 3600 IN NS ns1.example.`);
    const file = ['demo. 3600 IN SOA ns. hostmaster. 1 1 1 1 1', ...records, ''].join('\n');
    expect(await tests.server.run(['zones', 'import', 'demo', '-'], file)).toMatchObject({ code: 0 });

    const page = await tests.open('/#/zones');
    const rows = page.locator('tbody tr');
    const panel = page.getByRole('region', { name: 'Sign in' });
    await panel.getByLabel('Operator token').fill(tests.server.token);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'demo.zone' }).click();
    await page.getByRole('cell', { name: names[0] }).waitFor();
    expect(await rows.count()).toBe(100);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('cell', { name: names[100] }).waitFor();
    expect(await rows.count()).toBe(30);

    await page.getByLabel('Domain').fill('name-*7.demo');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('cell', { name: names[7] }).waitFor();
    expect(await rows.count()).toBe(13);
    await page.getByLabel('Domain').fill('nothing');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No observations found').waitFor();
  });

  test('numbers of the overview link to what they count, and an endpoint to its alerts', async () => {
    const page = await tests.open('/#/overview');
    await page.locator('header').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Operator token').fill(tests.server.token);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    const tiles = page.getByRole('list', { name: 'Alerts' });
    await page.getByRole('list', { name: 'Services' }).getByText('Drive, never synchronized').waitFor();
    for (const label of ['Unassigned', 'Target missed or due within an hour', 'Opened since']) {
      const tile = tiles.getByRole('link').filter({ hasText: label });
      const count = (await tile.getByRole('strong').textContent()) ?? '';
      await tile.click();
      await page.getByText(`${count} alerts`, { exact: true }).waitFor();
      await page.goBack();
    }
    const row = page.locator('tbody tr').first();
    const total = (await row.locator('td').last().textContent()) ?? '';
    await row.getByRole('link').last().click();
    await page.getByText(`${total} alerts`, { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Endpoints' }).click();
    await page.locator('.row-endpoint a').first().click();
    await page.getByRole('heading', { name: 'Latest alerts' }).waitFor();
    await page.getByRole('heading', { name: 'In other services' }).waitFor();
    await page.getByRole('link', { name: /^\d+ alerts?$/ }).click();
    await page.locator('.row-endpoint a').first().waitFor();
    await page.getByRole('link', { name: 'Controllers' }).click();
    await page.getByText(/The license is missing/).waitFor();
    await page.getByText('No controllers found').waitFor();
    await page.getByRole('link', { name: 'Drive' }).click();
    await page.getByText('No document site yet').waitFor();
  });
});
