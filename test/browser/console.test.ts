import type { Page, Request } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { alertCount, hostOf, seenAt } from './inferences.js';
import { browserTests, delayOperation, describeInBrowser } from './support.js';

describeInBrowser('the console on a server with open alerts', () => {
  const tests = browserTests();

  async function open(hash = '#/alerts'): Promise<Page> {
    return await tests.open(`/${hash}`);
  }

  /** Opens the alert of an endpoint alongside the list. */
  async function openAlert(host: string): Promise<Page> {
    const page = await open(`#/alerts?endpoint=${host}`);
    await page.locator('.row-endpoint a', { hasText: host }).click();
    await page.getByRole('heading', { level: 2, name: host }).waitFor();
    return page;
  }

  async function idOf(host: string): Promise<string> {
    const data = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(
      'query ($host: String) { alerts(filter: { endpointId: $host }) { nodes { id } } }',
      { host },
    );
    return data.alerts.nodes[0]?.id ?? '';
  }

  async function statusOf(host: string): Promise<{ status: string; notes: string; actor: string | null }> {
    const data = await tests.server.query<{
      alert: { status: string; notes: string; actor: string | null };
    }>('query ($id: ID!) { alert(id: $id) { status notes actor } }', { id: await idOf(host) });
    return data.alert;
  }

  const waitForTotal = (page: Page, count: string) => page.locator('.toolbar-count', { hasText: count }).waitFor();

  test('shows the total and pages through all alerts, forward and back', async () => {
    const page = await open();
    await waitForTotal(page, `${alertCount} alerts`);
    const seenIds = new Set<string>();
    for (const range of ['1–50', '51–100', '101–130']) {
      await page.getByText(`${range} of 130 alerts`).waitFor();
      await page.locator('.table-stale').waitFor({ state: 'detached' });
      for (const host of await page.locator('.row-endpoint a').allTextContents()) {
        seenIds.add(host);
      }
      if (range !== '101–130') {
        await page.getByRole('link', { name: 'Next', exact: true }).click();
      }
    }
    expect(seenIds.size).toBe(alertCount);
    const lastPage = await page.locator('.row-endpoint a').allTextContents();
    await page.getByRole('link', { name: 'Previous', exact: true }).click();
    await page.getByText('51–100 of 130 alerts').waitFor();
    expect(await page.locator('.row-endpoint a').allTextContents()).not.toEqual(lastPage);
  });

  test('the links to other pages do nothing while a page loads, so no page is skipped', async () => {
    const page = await open();
    await page.getByText('1–50 of 130 alerts').waitFor();
    const respond = await delayOperation(page, 'AlertList');
    const next = page.getByRole('link', { name: 'Next', exact: true });
    await next.press('Enter');
    await page.getByText('Loading page 2…').waitFor();
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    respond();
    await page.getByText('51–100 of 130 alerts').waitFor();
    expect(page.url()).toContain('page=2');
    await page.keyboard.press('Enter');
    await page.getByText('101–130 of 130 alerts').waitFor();
  });

  test('a facet filters the list and updates the total and the URL, and the back button removes the filter', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Critical 13' }).click();
    await waitForTotal(page, '13 alerts');
    expect(page.url()).toContain('severity=CRITICAL');
    await page.getByRole('button', { name: 'High 39' }).click();
    await waitForTotal(page, '52 alerts');
    expect(await page.locator('tbody .severity-low, tbody .severity-medium').count()).toBe(0);
    await page.goBack();
    await waitForTotal(page, '13 alerts');
    await page.goBack();
    await waitForTotal(page, '130 alerts');
  });

  test('a URL restores filters and order', async () => {
    const page = await open('#/alerts?tenant=acme&technique=T1059.001&minScore=0.95&sort=score');
    await waitForTotal(page, '13 alerts');
    expect(await page.getByLabel('Tenant').inputValue()).toBe('acme');
    expect(await page.getByLabel('Minimum score').inputValue()).toBe('0.95');
    expect(await page.getByLabel('Sort by').inputValue()).toBe('score');
    await page.getByRole('button', { name: /Tenant: acme/ }).click();
    expect(page.url()).not.toContain('tenant');
  });

  test('columns can be chosen, and times are in UTC or the time zone of the computer; both choices are kept', async () => {
    const page = await tests.open(`/#/alerts?endpoint=${hostOf(3)}`, { timezoneId: 'America/New_York' });
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByLabel('Created').press('Space');
    await dialog.getByLabel('Model').press('Space');
    await page.keyboard.press('Escape');
    const titles = () => page.locator('thead th').allTextContents();
    await expect.poll(titles).toContain('Created (UTC)');
    expect(await titles()).not.toContain('Model');
    /** Expects the alert’s time in this zone: January 10 in UTC, and the evening before in New York. */
    const expectTimes = async (timeZone: string, day: string) => {
      const time = formatOf({ dateStyle: 'medium', timeStyle: 'medium', timeZone });
      expect(time).toContain(day);
      const cell = page.locator(`tbody .row-time [title="${time}"]`);
      await expect.poll(() => cell.count()).toBe(1);
      expect(await cell.textContent()).toContain(formatOf({ timeStyle: 'short', timeZone }));
      await cell.click();
      const detail = page.getByRole('complementary', { name: hostOf(3) });
      await detail.getByText(time).first().waitFor();
      await page.keyboard.press('Escape');
    };
    await expectTimes('UTC', 'Jan 10');
    await page.getByRole('button', { name: 'UTC' }).click();
    await page.getByRole('button', { name: 'Local time' }).waitFor();
    await expect.poll(titles).toContain('Created (local)');
    await expectTimes('America/New_York', 'Jan 9');
    await page.reload();
    await expectTimes('America/New_York', 'Jan 9');
    await page.getByRole('button', { name: 'Local time' }).click();
    await expect.poll(titles).toContain('Created (UTC)');
    await expectTimes('UTC', 'Jan 10');
  });

  /** The time at which the alert of the fourth endpoint was last seen. */
  function formatOf(options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat('en-US', options).format(seenAt(3));
  }

  test('text filters are applied on Enter', async () => {
    const page = await open();
    await page.getByLabel('Endpoint', { exact: true }).fill('HOST-007.example');
    await page.getByLabel('Endpoint', { exact: true }).press('Enter');
    await waitForTotal(page, '1 alert');
    expect(await page.locator('.row-endpoint a').allTextContents()).toEqual([hostOf(7)]);
    // Many endpoints have the same count; the selected one is always listed.
    await page.getByRole('button', { name: `${hostOf(7)} globex 1`, pressed: true }).waitFor();
  });

  test('filters by parts of names, which the server suggests', async () => {
    const page = await open();
    await waitForTotal(page, '130 alerts');
    const suggested = () =>
      page.evaluate<string[]>(
        `[...document.querySelector('.filter-form input[list]:focus').list.options].map(({ value, label }) => [value, label].join(' ').trim())`,
      );
    for (const [label, typed, suggestions, count] of [
      ['Tenant', 'GLOB', ['globex'], '65 alerts'],
      ['Endpoint', 'ost-007', [hostOf(7)], '1 alert'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill(typed);
      await expect.poll(() => suggested()).toEqual(suggestions);
      await field.press('Enter');
      await waitForTotal(page, count);
    }
    await page.getByText('More filters').press('Enter');
    const field = page.getByLabel('ATT&CK tactic or technique');
    await field.fill('t1059.001, phishing for');
    await expect.poll(() => suggested()).toContain('t1059.001, T1598 t1059.001, T1598 Phishing for Information');
    await page.goto(`${page.url().split('#')[0]}#/alerts?tenant=GLOB&attack=t1059&model=DEL-A`);
    await waitForTotal(page, '10 alerts');
  });

  test('a search finds parts of names and texts, and techniques by name; the key / focuses it', async () => {
    const page = await open();
    await waitForTotal(page, '130 alerts');
    await page.locator('#main').focus();
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: 'Search alerts' });
    await field.and(page.locator(':focus')).waitFor();
    for (const [search, count] of [
      ['HOST-00', '10 alerts'],
      ['globex', '65 alerts'],
      ['powershell', '26 alerts'],
      ['t1059', '26 alerts'],
      ['interpreter script', '26 alerts'],
      ['host-007 globex', '1 alert'],
      ['host-007 acme', 'none'],
    ] as const) {
      await field.fill(search);
      await page.keyboard.press('Enter');
      await (count === 'none' ? page.getByText('No alerts match the filters').waitFor() : waitForTotal(page, count));
    }
    await field.fill('');
    await waitForTotal(page, '130 alerts');
  });

  test('on a phone, the first alert is near the top, and a menu contains all pages', async () => {
    const page = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const first = page.locator('.row-endpoint a').first();
    await first.waitFor();
    expect((await first.boundingBox())?.y).toBeLessThan(330);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await page.getByRole('button', { name: 'Export' }).waitFor();
    await page.getByRole('button', { name: 'Chart' }).press('Enter');
    await page.getByRole('figure', { name: /130 alerts/ }).waitFor();
    await page.reload();
    await page.getByRole('figure', { name: /130 alerts/ }).waitFor();

    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    const zones = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Zones' });
    expect(await zones.count()).toBe(0);
    await menu.press('Enter');
    await zones.waitFor();
    await page.keyboard.press('Escape');
    await zones.waitFor({ state: 'hidden' });
    await menu.and(page.locator(':focus')).press('Enter');
    await zones.press('Enter');
    await page.waitForURL(/zones/);
    await zones.waitFor({ state: 'hidden' });

    // The panel scrolls to the end of the alert, and triage remains visible.
    await page.goto(`${tests.server.url}/#/alerts?endpoint=${hostOf(3)}`);
    await first.press('Enter');
    const detail = page.getByRole('complementary', { name: hostOf(3) });
    await detail.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
    const verdict = await detail.getByRole('button', { name: 'True positive' }).boundingBox();
    expect((verdict?.y ?? 0) + (verdict?.height ?? 0)).toBeLessThan(844);
  });

  test('the order by score starts with the highest', async () => {
    const page = await open();
    await page.getByLabel('Sort by').selectOption('score');
    await page.locator('tbody tr', { hasText: '0.970' }).first().waitFor();
    const scores = await page.locator('tbody td.table-number').allTextContents();
    expect(scores).toEqual([...scores].sort().reverse());
    expect(scores[0]).toBe('0.970');

    // Numbers and times are in the format of the browser's language.
    const german = await tests.open('/#/alerts?sort=score', { locale: 'de-DE' });
    const row = german.locator('tbody tr', { hasText: '0,970' }).first();
    expect(await row.locator('.row-time').textContent()).toMatch(/^(15\. Jan\.|15\.01\.26|15\.01\.2026), \d+:\d\d/);
    // The year is shown if it is not the current one; the title always has seconds and year.
    const wholeTime = await row.locator('.row-time [title]').first().getAttribute('title');
    expect(wholeTime).toMatch(/^\d\d\.01\.2026, \d\d:\d\d:00/);
  });

  test('dragging on the chart, or a button in its table, zooms the list; the zoom is in the URL, and can be reset', async () => {
    const page = await open();
    const chart = page.getByRole('figure', { name: /130 alerts by first seen time, 3 hours per bar/ });
    const box = await chart.locator('.u-over').boundingBox();
    const [x = 0, y = 0, width = 0] = [box?.x, (box?.y ?? 0) + 20, box?.width];
    await page.mouse.move(x + width * 0.25, y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=2026-01-1\dT\d\d%3A00&to=2026-01-1/);
    const zoomed = page.getByRole('figure', { name: /^[3-4]\d alerts by first seen time, 1 hour per bar/ });
    await zoomed.getByText('Critical', { exact: true }).waitFor();
    await zoomed.getByText('Show as a table').press('Enter');
    await zoomed.getByRole('row').nth(1).getByRole('button').press('Enter');
    await page.getByRole('figure', { name: /^1 alert by first seen time, 5 minutes per bar/ }).waitFor();
    await waitForTotal(page, '1 alert');
    const range = /from=[^&]+&to=[^&]+/.exec(page.url())?.[0] ?? '';
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Incidents' }).click();
    await main.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('checkbox', { name: 'Including closed' }).check();
    await page.waitForURL(/status=ALL/);
    await page.getByRole('figure', { name: /^1 alert by first seen time/ }).waitFor();
    await main.getByRole('link', { name: 'Alerts' }).click();
    await page.waitForURL(new RegExp(range));
    await page.getByRole('button', { name: 'Reset zoom' }).press('Enter');
    await chart.waitFor();
    expect(page.url()).not.toContain('from=');
    expect(await page.getByRole('button', { name: 'Reset zoom' }).count()).toBe(0);
  });

  test('an alert shows every field and related alerts; Escape closes it and restores the focus', async () => {
    const page = await openAlert(hostOf(126));
    const detail = page.getByRole('complementary', { name: hostOf(126) });
    for (const text of [
      '0.750',
      '80.0%',
      'Attack',
      'acme',
      'Linux',
      'model-b',
      '136 nodes, 146 edges',
      '1 alert, 1 not closed',
    ]) {
      await detail.getByText(text, { exact: true }).first().waitFor();
    }
    await detail
      .getByText(/^Jan 15, 2026, 6:00:00\sAM UTC/)
      .first()
      .waitFor();
    await detail
      .getByRole('link', { name: hostOf(128) })
      .first()
      .waitFor();
    await detail.getByText('Merged from 1 inference').click();
    await detail.getByText('inference-126').waitFor();

    // The left edge moves by keyboard and by dragging, and keeps its position; rows still fit on one line.
    await page.setViewportSize({ width: 1440, height: 900 });
    const edge = page.getByRole('separator', { name: 'Width of the panel' });
    await edge.press('ArrowLeft');
    expect(await edge.getAttribute('aria-valuenow')).toBe('496');
    const { x = 0, y = 0, width = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + 200);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 100, y + 210, { steps: 2 });
    await page.mouse.up();
    const dragged = Number(await edge.getAttribute('aria-valuenow'));
    expect(Math.abs(dragged - 596)).toBeLessThanOrEqual(width);
    await page.reload();
    await detail.getByText('inference-126').waitFor({ state: 'attached' });
    expect(await edge.getAttribute('aria-valuenow')).toBe(String(dragged));
    expect((await detail.boundingBox())?.width).toBe(dragged);
    const heights = 'Math.max(...[...document.querySelectorAll("tbody tr")].map((row) => row.offsetHeight))';
    expect(await page.evaluate(heights)).toBeLessThan(45);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').textContent()).toBe(hostOf(126));
  });

  test('a status change with notes is stored and listed in the history', async () => {
    const page = await openAlert(hostOf(1));
    const detail = page.getByRole('complementary', { name: hostOf(1) });
    await detail.getByLabel('Notes').fill('ticket 4411');
    await detail.getByLabel('Analyst').fill('mara');
    await detail.getByLabel('Status').selectOption('INVESTIGATING');
    await detail.getByRole('button', { name: 'Save' }).click();
    await detail.getByText('Saved. Status: Investigating').waitFor();
    await detail.getByText('Open → Investigating').waitFor();
    await detail.getByText(/ UTC · anonymous \(stated name: mara\) · GraphQL$/).waitFor();
    await detail.locator('dd', { hasText: /^anonymous \(stated name: mara\)$/ }).waitFor();
    expect(await statusOf(hostOf(1))).toEqual({
      status: 'INVESTIGATING',
      notes: 'ticket 4411',
      actor: 'mara',
    });
    await page.locator('tbody').getByText('Investigating').waitFor();
    await detail.getByLabel('Status').selectOption('ACKNOWLEDGED');
    await detail.getByRole('button', { name: 'Save' }).click();
    await detail.getByText('Investigating → Acknowledged').waitFor();
    expect((await statusOf(hostOf(1))).notes).toBe('ticket 4411');
    await page.goto(`${tests.server.url}/#/alerts?notes=4411`);
    await waitForTotal(page, '1 alert');
  });

  test('a verdict sets the status and updates the precision of the model', async () => {
    const page = await openAlert(hostOf(110));
    const detail = page.getByRole('complementary', { name: hostOf(110) });
    await detail.getByRole('button', { name: 'False positive' }).click();
    await detail.getByText('Verdict saved. Status: False positive').waitFor();
    await detail.getByText('Verdict: false positive', { exact: true }).waitFor();
    expect((await statusOf(hostOf(110))).status).toBe('FALSE_POSITIVE');
    await page.getByRole('link', { name: 'Models' }).click();
    const row = page.getByRole('row', { name: /model-b/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['model-b', '0.0%', '0', '1', '1']);
  });

  test('a bulk update changes the selected alerts and shows why one failed', async () => {
    const page = await open('#/alerts?endpoint=host-020.example');
    await page.getByRole('checkbox', { name: /host-020/ }).check();
    const vanished = '00000000-0000-4000-8000-000000000000';
    await page.route('**/graphql', async (route) => {
      const requestBody = route.request().postDataJSON();
      if (requestBody.operationName === 'ChangeAlertStatuses') {
        requestBody.variables.input.ids.push(vanished); // Simulates that another user has deleted a selected alert.
      }
      await route.continue({ postData: JSON.stringify(requestBody) });
    });
    const bar = page.getByRole('region', { name: 'Bulk actions' });
    await bar.getByLabel('New status').selectOption('RESOLVED');
    await bar.getByRole('button', { name: 'Update status' }).click();
    await bar.getByText('1 alert updated').waitFor();
    await bar.getByText(`Alert ${vanished} not found (NOT_FOUND)`).waitFor();
    expect((await statusOf(hostOf(20))).status).toBe('RESOLVED');
  });

  test('changes all alerts that match the filter as previewed, with progress and result', async () => {
    const page = await open(`#/alerts?endpoint=${hostOf(50)}`);
    await page.getByRole('button', { name: 'Select all 1 that match' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change all alerts that match the filter' });
    await dialog.getByRole('combobox', { name: /^Change/ }).selectOption('INVESTIGATING');
    // Notes are a draft until the change is started.
    const notes = dialog.getByLabel(/^Notes/);
    await notes.fill('for all');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Select all 1 that match' }).click();
    expect(await notes.inputValue()).toBe('for all');
    await dialog.getByRole('combobox', { name: /^Change/ }).selectOption('INVESTIGATING');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Status: Investigating').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1 alert will be changed. Status: Investigating').waitFor();
    expect((await statusOf(hostOf(50))).status).toBe('OPEN');
    await dialog.getByRole('button', { name: 'Change 1 alert' }).click();
    await dialog.getByText('Done: 1 of 1 alert changed').waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage).filter((key) => key.includes("bulk-notes"))')).toEqual([]);
    expect((await statusOf(hostOf(50))).status).toBe('INVESTIGATING');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page
      .getByRole('row', { name: new RegExp(hostOf(50)) })
      .getByText('Investigating')
      .waitFor();
  });

  test('the list shows changes by other users, including those during a pause or in a hidden tab', async () => {
    const page = await open(`#/alerts?status=ALL&endpoint=${hostOf(40)}`);
    const row = page.getByRole('row', { name: new RegExp(hostOf(40)) });
    const live = page.getByRole('button', { name: 'Live', exact: true });
    const id = await idOf(hostOf(40));
    const change = async (status: string): Promise<void> => {
      const document = 'mutation ($input: UpdateAlertInput!) { updateAlert(input: $input) { alert { status } } }';
      await tests.server.query(document, { input: { id, status } });
    };
    const show = (state: string): Promise<void> =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    await live.waitFor();
    await change('INVESTIGATING');
    await row.getByText('Investigating').waitFor();

    await live.click();
    await change('RESOLVED');
    // The stream reconnects after 503.
    const isSubscription = (request: Request): boolean => request.postData()?.includes('subscription') === true;
    let failures = 1;
    await page.route('**/graphql', (route) =>
      isSubscription(route.request()) && failures-- > 0 ? route.fulfill({ status: 503 }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Paused' }).click();
    await page.getByRole('button', { name: /Connecting/ }).waitFor();
    await row.getByText('Resolved').waitFor();

    await live.waitFor();
    await show('hidden');
    await change('ACKNOWLEDGED');
    const resumed = page.waitForRequest(isSubscription);
    await show('visible');
    expect((await resumed).headers()['last-event-id']).toMatch(/./);
    await row.getByText('Acknowledged').waitFor();
  });

  test('endpoints are listed with exact counts and link to their alerts', async () => {
    const id = await idOf(hostOf(3));
    const change = async (status: string): Promise<void> => {
      const document = 'mutation ($input: UpdateAlertInput!) { updateAlert(input: $input) { alert { status } } }';
      await tests.server.query(document, { input: { id, status } });
    };
    await change('INVESTIGATING');
    onTestFinished(() => change('OPEN'));
    const page = await open('#/endpoints?host=host-00');
    await page.getByText('10 endpoints', { exact: true }).waitFor();
    const row = page.getByRole('row', { name: /host-003/ });
    expect((await row.getByRole('cell').allTextContents()).slice(0, 5)).toEqual([
      hostOf(3),
      'globex',
      'Windows',
      '1',
      '1',
    ]);
    await row.getByRole('link', { name: '1', exact: true }).first().click();
    await waitForTotal(page, '1 alert');
    await page.goBack();
    await row.getByRole('link', { name: hostOf(3) }).click();
    await page.getByRole('heading', { name: hostOf(3) }).waitFor();
    await page.getByRole('link', { name: '1 not closed' }).click();
    await waitForTotal(page, '1 alert');
    await page.goBack();
    await page.getByRole('link', { name: '1 alert' }).click();
    await waitForTotal(page, '1 alert');
  });

  test('an empty list offers to clear the filters', async () => {
    const page = await open('#/alerts?tenant=nobody');
    await page.getByRole('heading', { name: 'No alerts match the filters' }).waitFor();
    // Live updates show the first match.
    await page.getByRole('button', { name: 'Live', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await waitForTotal(page, '130 alerts');
  });

  test('an unknown alert shows an error next to the list', async () => {
    const page = await open('#/alerts?status=ALL&alert=no-such-alert');
    await page.getByText('Alert no-such-alert not found').waitFor();
    await waitForTotal(page, '130 alerts');
  });

  test('without a server, the page shows its last data or an error, and recovers by a button or by itself', async () => {
    const page = await open('#/alerts?status=ALL');
    await waitForTotal(page, '130 alerts');
    // Otherwise, live updates would retry automatically.
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    const notice = page.getByText(/^This page shows data from .+, because the last refresh failed: /);
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await notice.waitFor();
    await waitForTotal(page, '130 alerts');
    await page.getByRole('button', { name: 'Paused' }).waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.clock.install();
    await page.route('**/graphql', (route) => route.fulfill({ status: 503, body: 'The database is unavailable' }));
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await notice.waitFor();
    // The page has no data of another filter, also after a failed refresh.
    await page.evaluate("location.assign('#/alerts?status=ALL&severity=CRITICAL')");
    await page.getByRole('heading', { name: 'Service unavailable' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(0);
    await page.unroute('**/graphql');
    await page.clock.runFor(5000);
    await page.getByRole('row').first().waitFor();
    await notice.waitFor({ state: 'detached' });
  });

  test('every control of the page has an accessible name', async () => {
    const page = await openAlert(hostOf(2));
    await page.getByRole('checkbox', { name: /host-002/ }).check();
    const outline = await page.locator('body').ariaSnapshot();
    const control = /^\s*- (?:textbox|combobox|spinbutton|checkbox|button|link)\b/;
    const controls = outline.split('\n').filter((line) => control.test(line));
    expect(controls.length).toBeGreaterThan(30);
    const nameless = controls.filter((line) => !/^\s*- \w+ "/.test(line));
    expect(nameless).toEqual([]);
  });
});
