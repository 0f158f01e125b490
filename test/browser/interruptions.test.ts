import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserTests, delayOperation, describeInBrowser, openForm } from './support.js';

describeInBrowser('an interrupted or unattended page', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token' });
  const open = (path = '/#/alerts?status=ALL') => tests.open(path, { token: tests.server.token });
  const waitForTotal = (page: Page, count: string) => page.locator('.toolbar-count', { hasText: count }).waitFor();

  test('knows who is signed in as soon as the server knows it', async () => {
    const page = await open('/schema.graphql');
    await page.clock.install();
    await page.route('**/session', (route) => route.fulfill({ status: 503 }));
    await page.goto(`${tests.server.url}/#/alerts`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.clock.runFor(5000);
    await page.unroute('**/session');
    await page.clock.runFor(5000);
    await page.getByTitle('admin · all tenants').waitFor();
    await page.getByRole('link', { name: 'Administration' }).waitFor();
  });

  test('shows a change whose response was lost, and does not claim that it was not saved', async () => {
    const page = await open();
    await page.locator('.row-endpoint a').first().click();
    const detail = page.locator('aside.detail');
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.route('**/graphql', async (route) => {
      const isComment = route.request().postDataJSON().operationName === 'AddAlertComment';
      if (isComment) await route.fetch();
      await (isComment ? route.abort() : route.continue());
    });
    await detail.getByLabel('New comment').fill('only once');
    await detail.getByRole('button', { name: 'Add comment' }).click();
    await detail.getByRole('alert').getByText('It is unknown whether the change was saved: No response').waitFor();
    await detail.locator('.history-notes', { hasText: 'only once' }).waitFor();
    expect(await detail.getByLabel('New comment').inputValue()).toBe('only once');
  });

  test('that is older than the server offers to load the new version', async () => {
    const page = await open();
    await waitForTotal(page, '130 alerts');
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.route('**/graphql', async (route) => {
      const { query, ...request } = route.request().postDataJSON();
      await route.continue({ postData: JSON.stringify({ ...request, query: query.replace('{', '{ formerField') }) });
    });
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    const panel = page.locator('#alert-list').getByRole('alert');
    await panel.getByRole('heading', { name: 'Outdated page' }).waitFor();
    await page.unroute('**/graphql');
    await panel.getByRole('button', { name: 'Reload' }).click();
    await waitForTotal(page, '130 alerts');
  });

  test('is refreshed regularly without events, and does not extend the session on its own', async () => {
    const page = await open('/schema.graphql');
    await page.clock.install();
    const isBackground: boolean[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) isBackground.push('x-rampart-background' in request.headers());
    });
    await page.goto(`${tests.server.url}/#/alerts?status=ALL&sort=newest`);
    await waitForTotal(page, '130 alerts');
    await page.getByRole('button', { name: 'Live', exact: true }).waitFor();
    // The request that opens the page counts as use, and can be late.
    const areAllInBackground = async (): Promise<boolean> => {
      isBackground.length = 0;
      await page.clock.runFor(70_000);
      return isBackground.length > 0 && isBackground.every(Boolean);
    };
    await expect.poll(areAllInBackground).toBe(true);
    await page.getByRole('button', { name: 'Refresh', exact: true }).press('Enter');
    await expect.poll(() => isBackground).toContain(false);
    // A person without a keyboard and a pointer, such as with a screen reader, dictation, or buttons of the browser.
    const uses: Record<string, () => Promise<unknown>> = {
      'another address': () => page.evaluate('location.hash = "#/alerts?status=OPEN"'),
      'the button "Back" of the browser': () => page.evaluate('history.back()'),
      'a click without a pointer': () =>
        page.getByRole('button', { name: 'Refresh', exact: true }).dispatchEvent('click'),
      'input without a keyboard': async () => {
        await page.locator('#alert-search').dispatchEvent('input');
        await page.clock.runFor(70_000);
      },
    };
    for (const [message, use] of Object.entries(uses)) {
      isBackground.length = 0;
      await use();
      await expect.poll(() => isBackground, { message }).toContain(false);
      await page.clock.runFor(1000);
    }
  });

  /**
   * A time shortly before the end of a minute: a refresh is sent in this minute, and its response arrives in the next
   * one.
   */
  const nearEndOfMinute = () => new Date().setSeconds(52, 0);

  test('keeps a token that is typed on the start page', async () => {
    const page = await tests.open('/schema.graphql');
    await page.clock.install({ time: nearEndOfMinute() });
    await page.goto(`${tests.server.url}/#/`);
    const field = page.getByRole('main').getByLabel('Operator token');
    await field.fill('rpt_typed');
    await page.waitForLoadState('networkidle');
    const refreshed = page.waitForResponse((response) => response.url().endsWith('/graphql'));
    await page.clock.runFor(70_000);
    await (await refreshed).finished();
    await page.clock.runFor(1000);
    expect(await field.inputValue()).toBe('rpt_typed');
    expect(await field.evaluate('document.activeElement.type')).toBe('password');
  });

  test('reports a failure once, and again after the person has tried again', async () => {
    const page = await open('/schema.graphql');
    await page.clock.install({ time: nearEndOfMinute() });
    const fail = { data: null, errors: [{ message: 'broken', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] };
    const isFailing = (request: Request) =>
      request.url().endsWith('/graphql') && request.postDataJSON().operationName === 'AlertOverview';
    await page.route('**/graphql', async (route) => {
      await (isFailing(route.request()) ? route.fulfill({ json: fail }) : route.continue());
    });
    await page.goto(`${tests.server.url}/#/`);
    const panel = page.getByRole('alert').filter({ hasText: 'broken' });
    await panel.waitFor();
    await page.waitForLoadState('networkidle');
    const reported = await panel.elementHandle();
    const isShown = () => reported?.isVisible();
    const refreshed = page.waitForEvent('requestfinished', isFailing);
    await page.clock.runFor(70_000);
    await refreshed;
    await page.clock.runFor(1000);
    expect(await isShown()).toBe(true);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(isShown).toBe(false);
    await panel.waitFor();
  });

  test('shows no data of the domain that was open before while another one loads', async () => {
    const soa = 'demo. 1 IN SOA ns. hostmaster. 1 1 1 1 1';
    const file = `${soa}\none.demo. 1 IN NS ns.one.example.\ntwo.demo. 1 IN NS ns.two.example.\n`;
    expect(await tests.server.run(['zones', 'import', 'demo', '-'], file)).toMatchObject({ code: 0 });
    const page = await open('/#/domain?name=one.demo');
    await page.getByText('ns.one.example').first().waitFor();
    const { promise: wait, resolve: respond } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName === 'DomainPage') await wait;
      await route.continue();
    });
    await page.goto(`${tests.server.url}/#/domain?name=two.demo`);
    await page.getByText('Loading the domain…').waitFor();
    expect(await page.getByText('ns.one.example').count()).toBe(0);
    respond();
    await page.getByText('ns.two.example').first().waitFor();
  });

  const previewed = {
    'a suppression rule': {
      ...{ path: '/#/suppressions', operation: 'AlertSuppressionPreview', field: 'Endpoint', save: 'Suppress alerts' },
      async open(page: Page) {
        const form = await openForm(page, 'New rule');
        await form.getByLabel('Reason').fill('A scanner');
        return form;
      },
      saved: '{ alertSuppressions { id } }',
      unchanged: { alertSuppressions: [] },
    },
    'a document': {
      ...{ path: '/#/controllers', operation: 'LicenseDocumentPreview', field: 'Text', save: 'Save and activate' },
      async open(page: Page) {
        await page.getByRole('button', { name: 'Edit the blacklist' }).click();
        return page.getByRole('form', { name: 'Edit' });
      },
      saved: '{ licenseDocument(kind: BLACKLIST) { text } }',
      unchanged: { licenseDocument: { text: null } },
    },
  };

  test.each(Object.entries(previewed))(
    'shows a preview of %s only for its own input, and does not save with the second click of a double click',
    async (_, { path, operation, field, save, saved, unchanged, ...previewed }) => {
      const page = await open(path);
      const form = await previewed.open(page);
      const input = form.getByLabel(field, { exact: true });
      const preview = form.getByRole('button', { name: 'Preview' });
      await input.fill('10.1.0.0/16');
      const respond = await delayOperation(page, operation);
      await preview.click();
      await expect.poll(() => preview.isDisabled()).toBe(true);
      await input.fill('10.2.0.0/16');
      respond();
      await expect.poll(() => preview.isEnabled()).toBe(true);
      expect(await form.getByRole('button', { name: save }).count()).toBe(0);
      await preview.hover();
      const click = async (clickCount: number) => {
        await page.mouse.down({ clickCount });
        await page.mouse.up({ clickCount });
      };
      await click(1);
      await form.getByRole('button', { name: save }).waitFor();
      await form.getByRole('button', { name: save }).hover();
      await click(2);
      await input.fill('10.3.0.0/16');
      await preview.waitFor();
      expect(await tests.server.query(saved)).toEqual(unchanged);
    },
  );

  test('shows the progress of a backtest although responses take longer than the interval of its refreshes', async () => {
    const start = `mutation { startPolicyBacktest(input: { days: 1, minThreshold: 0.9 }) { backtest { id } } }`;
    type Started = { startPolicyBacktest: { backtest: { id: string } } };
    const { startPolicyBacktest } = await tests.server.query<Started>(start);
    const page = await open('/schema.graphql');
    await page.clock.install();
    const { promise: isReleased, resolve: respond } = Promise.withResolvers<void>();
    let requests = 0;
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'PolicyBacktest') return await route.continue();
      requests += 1;
      if (requests > 1) await isReleased;
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({
        response,
        json: { data: { policyBacktest: { ...data.policyBacktest, state: 'RUNNING' } } },
      });
    });
    await page.goto(`${tests.server.url}/#/backtest?id=${startPolicyBacktest.backtest.id}`);
    await page.getByText(/^Threshold 0.9 instead of/).waitFor();
    await page.clock.runFor(1000);
    await expect.poll(() => requests).toBe(2);
    await page.clock.runFor(5000);
    expect(requests).toBe(2);
    respond();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('lists all open alerts without waiting for the saved views', async () => {
    const page = await open('/schema.graphql');
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'AlertViews') await route.continue();
    });
    await page.goto(`${tests.server.url}/#/alerts?view=none`);
    await page.locator('.row-endpoint a').first().waitFor();
  });
});
