import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { violationsOf } from './accessibility.js';
import { alertCount, hostOf } from './inferences.js';
import { expectSameTotals, linkedNumbers } from './overview-numbers.js';
import { startPathPrefixProxy } from './path-prefix.js';
import { browserTests, describeInBrowser, runFirstQuery } from './support.js';

describeInBrowser('the explorer, the REST reference and pages of the console', () => {
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
    // Changes before the subscription is open are not sent.
    await expect
      .poll(async () => {
        await tests.server.query(change, { input: { id, status: 'OPEN' } });
        return await results.textContent();
      })
      .toContain(id);
    await page.getByRole('button', { name: /Stop query/ }).click();
    await page.getByRole('button', { name: /Execute query/ }).waitFor();
  });

  test.each([false, true])('the REST reference lists the documented paths (dark mode: %s)', async (dark) => {
    const page = await tests.open('/docs', { dark });
    for (const path of ['/health', '/alerts', '/feedback', '/endpoints']) {
      await page.locator(`.opblock [data-path="${path}"]`).first().waitFor();
    }
  });

  test.each(['/', '/graphql', '/docs'])('the navigation of %s links to existing pages', async (path) => {
    const page = await tests.open(path);
    const navigation = page.locator('header nav');
    if (path === '/') await page.getByText('Developer', { exact: true }).click();
    await navigation.getByRole('link', { name: 'Schema' }).waitFor();
    const anchors = await navigation.locator('a').all();
    const links = await Promise.all(anchors.map(async (anchor) => await anchor.getAttribute('href')));
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) {
      const response = await fetch(new URL(link ?? '', tests.server.url), { headers: { accept: 'text/html, */*' } });
      expect([link, response.status]).toEqual([link, 200]);
    }
  });

  test('the pages work below a path that a reverse proxy removes', async () => {
    const proxy = await startPathPrefixProxy('/tools/rampart', tests.server.url);
    onTestFinished(proxy.close);
    const page = await tests.open(`${proxy.url}/#/alerts`);
    await page.getByText(`${alertCount} alerts`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Live', exact: true }).waitFor();
    await page.locator('.u-over').waitFor({ state: 'attached' });
    expect(await page.evaluate('document.querySelector("header img").naturalWidth')).toBeGreaterThan(0);
    await page.getByText('Developer', { exact: true }).click();
    await page.getByRole('link', { name: 'Explorer' }).click();
    await runFirstQuery(page, { totalCount: alertCount });
    await page.getByRole('link', { name: 'REST reference' }).click();
    await page.locator('.opblock [data-path="/alerts"]').first().waitFor();
    await page.goto(`${proxy.url}/docs`);
    await page.getByRole('link', { name: 'Console' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${proxy.url}/`);
  });

  test('the list of alerts requires three sequential requests and less than 200 KB', async () => {
    const page = await tests.open('/#/no-such-page');
    await page.goto('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    /**
     * Requests of the first five seconds. The console then loads other pages, on a busy machine even before the list.
     */
    const countedIds = new Set<string>();
    let startedAt: number | undefined;
    /** For each address, the length of the chain of requests that lead to it. */
    const chains = new Map<string, number>();
    let chainOfList = 0;
    session.on('Network.requestWillBeSent', ({ requestId, request, initiator, timestamp }) => {
      startedAt ??= timestamp;
      if (timestamp - startedAt < 5) countedIds.add(requestId);
      const cause = initiator.url ?? initiator.stack?.callFrames[0]?.url ?? '';
      const chain = 1 + (chains.get(cause) ?? 0);
      chains.set(request.url, chain);
      if (request.postData?.includes('AlertList')) chainOfList = chain;
    });
    let bytes = 0;
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (countedIds.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(`${tests.server.url}/#/alerts`);
    await page.locator('.row-endpoint a').first().waitFor();
    expect(chainOfList).toBe(3);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(200_000);
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

    await page.getByRole('link', { name: 'name-101.demo' }).click();
    await page.getByRole('heading', { level: 1, name: 'name-101.demo' }).waitFor();
    await page.getByRole('heading', { name: 'Nameservers', exact: true }).waitFor();
    // The page has the tables of nameservers and the timeline; all observations are behind a button.
    const cells = page.getByRole('cell', { name: 'ns1.example.' });
    await expect.poll(() => cells.count()).toBe(2);
    await page.getByText('All observations').click();
    await expect.poll(() => cells.count()).toBe(3);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Observations' }).waitFor();
    await page
      .locator('header')
      .getByRole('link', { name: 'Zones', exact: true })
      .and(page.locator('[aria-current]'))
      .waitFor();
    await page.getByRole('cell', { name: 'First seen' }).waitFor();
    await page.getByRole('button', { name: 'Find domains that use ns1.example.' }).click();
    await page.getByRole('link', { name: 'name-049.demo' }).waitFor();
    await page.getByRole('navigation', { name: 'Pages of domains' }).getByRole('button', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'name-099.demo' }).waitFor();
    await page.getByText('No endpoint of this domain has had an alert.').waitFor();
    await page.getByText('No controller has a hostname in this domain.').waitFor();
    await page.getByRole('cell', { name: 'name-001.demo' }).first().waitFor();
    await page.getByRole('button', { name: 'Look up at the registry (RDAP)' }).waitFor();
    await page.goto(`${tests.server.url}/#/domain?name=unknown.example`);
    await page.getByRole('heading', { name: 'Not in the imported zones' }).waitFor();
    await page.goto(`${tests.server.url}/#/zones`);
    const chart = page.getByRole('figure', { name: /^130 domains changed by imports, 1 day per bar/ });
    await chart.getByText('Show as a table').click();
    await chart.getByRole('cell', { name: '130' }).waitFor();
    const first: unknown[] = [];
    await page.route('**/graphql', async (route) => {
      const { operationName, variables } = route.request().postDataJSON();
      if (operationName !== 'ZoneImports') return await route.continue();
      first.push(variables.first);
      const response = await route.fetch();
      const body = await response.json();
      body.data.zoneImports.pageInfo.hasNextPage = true;
      await route.fulfill({ response, json: body });
    });
    await page.goto(`${tests.server.url}/#/zones?within=24h`);
    await page.getByText(/^Only the newest 1,000 imports are shown, since /).waitFor();
    expect(first.at(-1)).toBe(1000);
    await page.unroute('**/graphql');
    await page.getByRole('link', { name: 'demo.zone' }).click();

    await page.getByLabel('Domain').fill('name-*7.demo');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('cell', { name: names[7] }).waitFor();
    await expect.poll(() => rows.count()).toBe(13);
    await page.getByLabel('Domain').fill('nothing');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No observations found').waitFor();
  });

  test('a bulk registration and its names link to each other', async () => {
    const zoneOf = (names: readonly string[]) =>
      ['@ 1 IN SOA ns. hostmaster. 1 1 1 1 1', ...names.map((name) => `${name} 1 IN NS ns1.host.`)].join('\n');
    const ordinary = ['river', 'stone', 'amber'];
    const bulk = Array.from({ length: 60 }, (_, index) => `secure-login-${index + 100}`);
    for (const names of [ordinary, [...ordinary, ...bulk]]) {
      const file = `$ORIGIN bulk.\n${zoneOf(names)}\n`;
      expect(await tests.server.run(['zones', 'import', 'bulk', '-'], file)).toMatchObject({ code: 0 });
    }
    const count = '{ bulkRegistrations(zone: "bulk") { nodes { size } } }';
    type Found = { bulkRegistrations: { nodes: { size: number }[] } };
    await expect
      .poll(async () => (await tests.server.query<Found>(count)).bulkRegistrations.nodes)
      .toEqual([{ size: 60 }]);
    const page = await tests.open('/#/zones', { token: tests.server.token });
    await page.getByRole('figure', { name: /^60 domains changed by imports after the first of each zone, / }).waitFor();
    await page.getByRole('link', { name: 'Show bulk registrations of bulk' }).click();
    await page.getByRole('link', { name: 'secure-login-{n}' }).waitFor();
    await page.getByRole('combobox', { name: 'Names' }).selectOption('100 or more');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No bulk registrations found').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'secure-login-{n}' }).click();
    await page.getByText('60 names with these nameservers on this day').waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('51–60 of 60 names').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'secure-login-159.bulk' }).click();
    await page.getByText('60 names on').waitFor();
    await page.getByRole('link', { name: 'secure-login-{n}', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'secure-login-{n}' }).waitFor();
  });

  test('a rule for similar alerts is proposed, previewed, added and ended', async () => {
    const page = await tests.open('/#/alerts');
    await page.locator('header').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Operator token').fill(tests.server.token);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.row-endpoint a').first().click();
    await page.getByRole('link', { name: 'Suppress alerts like this' }).click();
    const form = page.getByRole('form', { name: 'New rule' });
    await form.getByRole('button', { name: 'Preview' }).click();
    await form.getByText(/ in the last 30 days match/).waitFor();
    expect(await form.getByRole('button', { name: 'Suppress alerts' }).isDisabled()).toBe(true);
    await form.getByLabel('Reason').fill('Known scanner');
    await form.getByRole('button', { name: 'Suppress alerts' }).click();
    const rule = page.locator('tbody tr').filter({ hasText: 'Known scanner' });
    await rule.getByText('Active', { exact: true }).waitFor();

    await rule.getByRole('link', { name: 'Edit the rule: Known scanner' }).click();
    await form.getByText('The new rule replaces the edited one and suppresses only new alerts.').waitFor();
    await form.getByRole('button', { name: 'Preview' }).click();
    const save = form.getByRole('button', { name: 'Suppress alerts' });
    await save.waitFor();
    expect(await form.getByText('Existing alerts are unchanged').count()).toBe(0);
    expect(await save.isDisabled()).toBe(true);
    await form.getByLabel('End the edited rule').check();
    await save.click();
    await form.getByText('Rule added.').waitFor();

    await rule.getByRole('button', { name: 'End: Known scanner' }).click();
    const end = page.getByRole('dialog', { name: 'End: Known scanner' });
    await end.getByText('The end of the rule restores no alerts: it suppresses none.').waitFor();
    await end.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('No active or scheduled rules').waitFor();
  });

  test('numbers on the overview link to the items that they count, and an endpoint links to its alerts', async () => {
    const brand = 'mutation { addBrand(input: { name: "northwind" }) { brand { id } } }';
    await tests.server.query(brand);
    const alertQuery = `{ alerts(first: 1, filter: { endpointId: "${hostOf(1)}" }) { nodes { id } } }`;
    const { alerts } = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(alertQuery);
    const verdict = 'mutation ($input: SubmitVerdictInput!) { submitVerdict(input: $input) { isTruePositive } }';
    await tests.server.query(verdict, { input: { alertId: alerts.nodes[0]?.id, isTruePositive: true } });
    const zone = [
      '@ 1 IN SOA ns. hostmaster. 1 1 1 1 1',
      ...['northw1nd', 'northvvind'].map((name) => `${name} 1 IN NS ns.`),
    ];
    expect(
      await tests.server.run(['zones', 'import', 'shop', '-'], `$ORIGIN shop.\n${zone.join('\n')}\n`),
    ).toMatchObject({ code: 0 });
    const hitsQuery = '{ brands { days { found } } }';
    type Found = { brands: { days: { found: number }[] }[] };
    await expect.poll(async () => (await tests.server.query<Found>(hitsQuery)).brands[0]?.days.at(-1)?.found).toBe(2);
    const page = await tests.open('/#/overview', { token: tests.server.token });
    await page.getByRole('list', { name: 'Services' }).getByText('Drive, never synchronized').waitFor();
    const imitated = page.getByRole('list', { name: 'Today’s look-alikes' }).getByRole('link');
    await imitated.first().waitFor();
    expect(await imitated.allTextContents()).toEqual(['2All brands', '2northwind']);
    await page.getByText(/^MTTR$/).waitFor();
    const numbers = await linkedNumbers(page);
    const precision = page.getByRole('list', { name: 'Precision of models' });
    expect(await precision.getByRole('link').allTextContents()).toEqual(['100.0%model-a, 1 verdict']);
    await expectSameTotals(page, numbers, { '#/alerts': 'alert', '#/brands': 'look-alike' });
    await page.goto(`${tests.server.url}/#/models`);
    await page.getByRole('row', { name: /^model-a 100\.0% 1 0 1$/ }).waitFor();

    await page.getByRole('link', { name: 'Endpoints' }).click();
    await page.locator('.row-endpoint a').first().click();
    await page.getByRole('heading', { name: 'Latest alerts' }).waitFor();
    await page.getByRole('heading', { name: 'In other services' }).waitFor();
    await page.getByRole('link', { name: /^\d+ alerts?$/ }).click();
    await page.locator('.row-endpoint a').first().waitFor();
    await page.getByRole('link', { name: 'Controllers' }).click();
    await page.getByText(/^Controllers are rejected: the license file is not configured/).waitFor();
    await page.getByText('No controllers yet').waitFor();
    await page.getByText('0 entries no file is configured').waitFor();
    await page.getByRole('link', { name: 'Drive' }).click();
    await page.getByText('No document site yet').waitFor();
  });

  test('the matrix counts the alerts of each technique, links to them with the time range, and saves a layer for ATT&CK Navigator', async () => {
    const page = await tests.open('/#/attack?from=2026-01-01T00:00');
    await page.getByRole('region', { name: 'Execution TA0002 26' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download layer for ATT&CK Navigator' }).click();
    const layer = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
    const scored = (techniqueID: string) => expect.objectContaining({ techniqueID, score: 26 });
    expect(layer.techniques).toEqual([scored('T1059'), scored('T1059.001')]);
    await page.getByRole('link', { name: 'Command and Scripting Interpreter T1059 26' }).click();
    await page.locator('.toolbar-count', { hasText: '26 alerts' }).waitFor();
    expect(page.url()).toContain('from=2026-01-01T00');
  });

  test('a backtest of another threshold shows the alerts that it would avoid, with links to them', async () => {
    const page = await tests.open('/#/models', { token: tests.server.token });
    await page.getByRole('link', { name: 'Backtests', exact: true }).click();
    await page.locator('summary', { hasText: 'New backtest' }).click();
    await page.getByLabel('Days').fill('31');
    await page.getByLabel('Threshold').fill('0.9');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText(/days must be an integer from 1 to 30/).waitFor();
    await page.getByLabel('Days').fill('1');
    await page.getByRole('button', { name: 'Start' }).click();
    await page
      .getByText(new RegExp(`^${alertCount} alerts with the current policy, \\d+ with this policy: [1-9]\\d* avoided`))
      .waitFor();
    await page.getByRole('cell', { name: 'Avoided', exact: true }).first().waitFor();
    await page.locator('tbody a').first().click();
    await page.locator('.triage textarea').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'All backtests' }).click();
    await page.getByRole('cell', { name: 'Done' }).first().waitFor();
  });
});
