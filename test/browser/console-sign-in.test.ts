import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { OperatorRole } from '../../platform/caller.js';
import { violationsOf } from './accessibility.js';
import { inferenceLines } from './inferences.js';
import { runInDatabase } from './run-in-database.js';
import { browserTests, describeInBrowser, sendInferences } from './support.js';

describeInBrowser('the console on a server that requires a sign-in', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token' });

  async function signIn(page: Page, token = tests.server.token): Promise<void> {
    const panel = page.getByRole('region', { name: 'Sign in' });
    await panel.getByLabel('Operator token').fill(token);
    await panel.getByRole('button', { name: 'Sign in' }).click();
  }

  const waitForTotal = (page: Page, count: string) => page.locator('.toolbar-count', { hasText: count }).waitFor();

  async function idOf(endpointId: string): Promise<string> {
    const document = 'query ($filter: AlertFilter) { alerts(filter: $filter) { nodes { id } } }';
    const data = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(document, {
      filter: { endpointId },
    });
    return data.alerts.nodes[0]?.id ?? '';
  }

  const createToken = (name: string, role: OperatorRole) => tests.server.createToken({ name, role });

  const openSignedIn = (path: string, token = tests.server.token) => tests.open(path, { token });

  test('rejects a wrong token, shows who is signed in, and shares the session among tabs until one signs out', async () => {
    const page = await tests.open('/#/alerts?severity=CRITICAL');
    await signIn(page, 'wrong');
    await page.getByText('Sign-in failed').waitFor();
    await signIn(page);
    await waitForTotal(page, '13 alerts');
    await page.getByTitle('admin · all tenants').waitFor();
    await page.reload();
    await waitForTotal(page, '13 alerts');
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(stored).not.toMatch(/rp[lst]_/);
    expect(stored).not.toContain(tests.server.token);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await waitForTotal(second, '13 alerts');
    await second.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [page, second]) {
      await tab.getByRole('region', { name: 'Sign in' }).waitFor();
      expect(await tab.locator('tbody').count()).toBe(0);
    }
    await signIn(second);
    await waitForTotal(page, '13 alerts');
  });

  test('hides the controls that change alerts from a viewer', async () => {
    let queriesOfViewer = 0;
    const open = async (token: string) => {
      const page = await tests.open('/#/alerts?severity=CRITICAL');
      page.on('request', (request) => {
        if (request.postData()?.includes('ViewerPermissions')) queriesOfViewer++;
      });
      await signIn(page, token);
      await waitForTotal(page, '13 alerts');
      await page.locator('.row-endpoint a').first().click();
      return page;
    };
    const viewer = await open(await createToken('vic', 'viewer'));
    await viewer.getByText('You have read-only access to alerts.').waitFor();
    expect(await viewer.getByRole('button', { name: 'True positive' }).count()).toBe(0);
    expect(await viewer.getByRole('checkbox', { name: 'Select' }).count()).toBe(0);
    const administrator = await open(tests.server.token);
    await administrator.getByRole('button', { name: 'True positive' }).waitFor();
    expect(await administrator.getByRole('checkbox', { name: 'Select' }).count()).toBeGreaterThan(1);
    // All components of a page share one query.
    expect(queriesOfViewer).toBe(2);
  });

  test('assigns with a key, keeps the draft of a comment, and shows both values of a conflict', async () => {
    const page = await openSignedIn('/#/alerts?status=ALL&severity=HIGH');
    await waitForTotal(page, '39 alerts');
    await page.locator('.row-endpoint a').first().click();
    const detail = page.locator('aside.detail');
    await detail.getByText('Acknowledge within').waitFor();
    await detail.getByRole('button', { name: 'Assign to me' }).waitFor();
    await page.keyboard.press('m');
    await detail.getByText('Assigned to admin').waitFor();
    expect(await detail.getByLabel('Assignee').inputValue()).toBe('Me');
    await page.locator('.row-open').getByText('admin', { exact: true }).waitFor({ state: 'attached' });

    const comment = detail.getByLabel('New comment');
    await comment.fill('a draft for @admin');
    await detail.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => comment.inputValue()).toBe('');
    await detail.getByRole('link', { name: 'Previous' }).click();
    await expect.poll(() => comment.inputValue()).toBe('a draft for @admin');
    await detail.getByRole('button', { name: 'Add comment' }).click();
    await detail.locator('li', { hasText: 'a draft for @admin' }).waitFor();
    expect(await comment.inputValue()).toBe('');

    // An edited comment remains a draft, also after the page is loaded again.
    const edit = detail.getByLabel('Edit comment');
    await detail.getByRole('button', { name: 'Edit', exact: true }).click();
    await edit.fill('edited, but not saved');
    await edit.press('Escape');
    await edit.waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(() => edit.inputValue()).toBe('edited, but not saved');
    await detail.getByRole('button', { name: 'Cancel' }).click();
    await detail.getByText('a draft for @admin').waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage).filter((key) => key.includes(".edit."))')).toEqual([]);

    const { alerts } = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(
      '{ alerts(filter: { isAssigned: true }) { nodes { id } } }',
    );
    const update = 'mutation ($input: UpdateAlertInput!) { updateAlert(input: $input) { alert { id } } }';
    await detail.getByLabel('Notes').fill('mine');
    // The page shows the change of the other person while one types: it still conflicts.
    await tests.server.query(update, { input: { id: alerts.nodes[0]?.id, status: 'RESOLVED', notes: 'theirs' } });
    await detail.getByText('Open → Resolved').waitFor();
    await expect.poll(() => detail.getByLabel('Status').inputValue()).toBe('RESOLVED');
    await detail.getByRole('button', { name: 'Save' }).click();
    const conflict = detail.getByRole('alert');
    await conflict.getByText('Resolved, assigned to admin, notes “theirs”, by admin').waitFor();
    await conflict.getByText('Resolved, notes “mine”').waitFor();
    expect(await detail.getByLabel('Notes').inputValue()).toBe('mine');
    await detail.getByRole('button', { name: 'Save' }).click();
    await detail.getByText('Saved. Status: Resolved').waitFor();

    // Keys do not discard notes that are not shown.
    await detail.getByLabel('Notes').fill('unfinished');
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.keyboard.press('i');
    await page
      .locator('.queue-status')
      .getByText(/: Investigating$/)
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => detail.getByLabel('Notes').inputValue()).toBe('unfinished');
    await page.keyboard.press('Escape');

    // A change of several alerts conflicts too; the page still shows the former state.
    await page.getByRole('button', { name: 'Live' }).click();
    await page.locator(`#alert-${alerts.nodes[0]?.id}`).focus();
    await page.keyboard.press('x');
    await tests.server.query(update, { input: { id: alerts.nodes[0]?.id, status: 'OPEN' } });
    const bulk = page.getByRole('region', { name: 'Bulk actions' });
    const notes = bulk.getByLabel('Notes (leave empty to keep existing notes)');
    await notes.fill('for all');
    await bulk.getByRole('button', { name: 'Clear selection' }).click();
    await page.locator(`#alert-${alerts.nodes[0]?.id}`).focus();
    await page.keyboard.press('x');
    expect(await notes.inputValue()).toBe('for all');
    await bulk.getByRole('button', { name: 'Update status' }).click();
    await bulk.getByText(/Theirs: Open, assigned to admin. Yours: Acknowledged$/).waitFor();
    await bulk.getByRole('button', { name: 'Clear selection' }).click();

    const assignee = page.getByRole('combobox', { name: 'Assignee' });
    await assignee.click();
    await page.getByRole('option', { name: 'Me', exact: true }).click();
    await waitForTotal(page, '1 alert');
    await createToken('hilda', 'analyst');
    await assignee.fill('HIL');
    await page.getByRole('option', { name: 'hilda' }).click();
    await page.getByRole('button', { name: 'Assignee: hilda' }).waitFor();
    await expect.poll(() => assignee.inputValue()).toBe('hilda');
    // Also without alerts that contain the name.
    await page.reload();
    await page.getByRole('button', { name: 'Assignee: hilda' }).waitFor();
    await expect.poll(() => assignee.inputValue()).toBe('hilda');
  });

  test('alerts are filtered by an assignee who has no role any more', async () => {
    await createToken('rita', 'analyst');
    const { alertPeople, operatorTokens } = await tests.server.query<{
      alertPeople: { id: string }[];
      operatorTokens: { nodes: { id: string; name: string }[] };
    }>('{ alertPeople(search: "rita") { id } operatorTokens(first: 100) { nodes { id name } } }');
    const assign = 'mutation ($input: AssignAlertInput!) { assignAlert(input: $input) { alert { id } } }';
    const { alerts } = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(
      '{ alerts(filter: { severity: [CRITICAL] }) { nodes { id } } }',
    );
    const id = alerts.nodes[0]?.id;
    await tests.server.query(assign, { input: { id, assigneeId: alertPeople[0]?.id } });
    await tests.server.query('mutation ($id: ID!) { revokeOperatorToken(input: { id: $id }) { token { id } } }', {
      id: operatorTokens.nodes.find(({ name }) => name === 'rita')?.id,
    });
    const page = await openSignedIn('/#/alerts?severity=CRITICAL');
    await waitForTotal(page, '13 alerts');
    await page.getByRole('combobox', { name: 'Assignee' }).click();
    await page.getByRole('option', { name: 'rita' }).click();
    await waitForTotal(page, '1 alert');
    await page.getByRole('button', { name: 'Assignee: rita' }).waitFor();

    // A refresh does not request the name of an id that does not exist again.
    const operations: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') operations.push(request.postDataJSON()?.operationName);
    });
    await page.goto(`${tests.server.url}/#/alerts?status=ALL&assignee=00000000-0000-4000-8000-000000000000`);
    await page.getByRole('heading', { name: 'No alerts match the filters' }).waitFor();
    operations.length = 0;
    await tests.server.query(assign, { input: { id } });
    await expect.poll(() => operations).toContain('AlertList');
    expect(operations).not.toContain('AlertPeople');

    // The names that a person has read are not shown to the next one in the same tab.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, await createToken('nils', 'viewer'));
    await page.getByRole('combobox', { name: 'Assignee' }).click();
    await page.getByRole('option', { name: 'Me', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: 'rita' }).count()).toBe(0);
  });

  test('alerts are triaged by keyboard alone', async () => {
    const page = await openSignedIn('/#/alerts?severity=MEDIUM&tenant=acme');
    await waitForTotal(page, '26 alerts');
    const pressKey = (name: string) => page.keyboard.press(name);
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    const waitForStatus = (status: string) =>
      page.locator('.queue-status').getByText(status, { exact: true }).waitFor();
    const hosts = await page.locator('.row-endpoint a').allTextContents();
    const [first = '', second = '', third = ''] = hosts;

    await pressKey('j');
    await pressKey('j');
    await pressKey('k');
    expect(await focused()).toBe(first);
    await pressKey('a');
    await waitForStatus(`${first}: Acknowledged`);
    await pressKey('m');
    await waitForStatus(`${first}: assigned to admin`);
    expect(await focused()).toBe(first);
    await pressKey('f');
    await waitForStatus(`${first}: False positive`);
    await waitForTotal(page, '25 alerts');
    expect(await focused()).toBe(second);
    await pressKey('u');
    await waitForStatus(`${first}: Acknowledged again. The verdict remains in the history.`);
    await waitForTotal(page, '26 alerts');
    await expect.poll(focused).toBe(first);
    await pressKey('j');
    await pressKey('x');
    const bulk = page.getByRole('region', { name: 'Bulk actions' });
    await bulk.getByText('1 alert selected').waitFor();
    await bulk.getByLabel('Assign to').press('ArrowDown');
    await bulk.getByRole('option', { name: 'Unassigned' }).waitFor();
    await bulk.getByLabel('Assign to').press('Escape');
    await bulk.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    await bulk.getByText('1 alert updated').waitFor();
    await page.locator('.row-endpoint a', { hasText: second }).focus();

    await pressKey('c');
    const detail = page.getByRole('complementary', { name: second });
    await detail.getByLabel('New comment').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('far jumps');
    await pressKey('Control+Enter');
    await detail.locator('li', { hasText: 'far jumps' }).waitFor();
    await pressKey('Escape');
    await detail.waitFor({ state: 'detached' });
    expect(await focused()).toBe(second);
    await pressKey('Enter');
    await detail.getByRole('button', { name: 'True positive' }).waitFor();
    await pressKey('r');
    await waitForStatus(`${second}: Resolved`);
    await page.getByRole('complementary', { name: third }).locator('.detail-body:focus').waitFor();

    await tests.server.query('mutation ($input: UpdateAlertInput!) { updateAlert(input: $input) { alert { id } } }', {
      input: { id: await idOf(second), status: 'INVESTIGATING' },
    });
    await pressKey('u');
    await waitForStatus(`Cannot undo the change of ${second}.`);

    await pressKey('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await violationsOf(page, { part: 'dialog[open]' })).toEqual([]);
    await dialog.getByLabel('Use keyboard shortcuts').press('Space');
    await pressKey('Escape');
    await dialog.waitFor({ state: 'detached' });
    await pressKey('?');
    await pressKey('/');
    expect(await dialog.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.id')).not.toBe('alert-search');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
  });

  test('undoes each change, even if the list is loaded late', async () => {
    const page = await openSignedIn('/#/alerts?severity=LOW&tenant=acme');
    await page.locator('.row-endpoint a').first().waitFor();
    await page.route('**/graphql', (route) =>
      route.request().postDataJSON().operationName === 'AlertList' ? undefined : route.continue(),
    );
    const waitForStatus = (status: string) =>
      page.locator('.queue-status').getByText(status, { exact: true }).waitFor();
    const [first = ''] = await page.locator('.row-endpoint a').allTextContents();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await waitForStatus(`${first}: Acknowledged`);
    await page.keyboard.press('m');
    await waitForStatus(`${first}: assigned to admin`);
    await page.keyboard.press('i');
    await waitForStatus(`${first}: Investigating`);
    await page.keyboard.press('u');
    await waitForStatus(`${first}: Acknowledged again.`);
    await page.keyboard.press('a');
    await waitForStatus(`${first} already has the status Acknowledged.`);
    await page.unrouteAll();

    // Notes that a key has saved with the status are restored too.
    const panel = page.getByRole('complementary', { name: first });
    await page.keyboard.press('Enter');
    await panel.getByLabel('Notes').fill('for another alert');
    await panel.locator('.detail-body').focus();
    await page.keyboard.press('i');
    await panel.locator('.history-notes', { hasText: 'for another alert' }).waitFor();
    await page.keyboard.press('u');
    await waitForStatus(`${first}: Acknowledged again.`);
    await expect.poll(() => panel.getByLabel('Notes').inputValue()).toBe('');
  });

  test('saves a change that was begun before the same person assigned the alert', async () => {
    const page = await openSignedIn('/#/alerts?status=ALL&severity=MEDIUM&tenant=globex');
    await page.locator('.row-endpoint a').first().click();
    const detail = page.locator('aside.detail');
    await detail.getByLabel('Status').selectOption('INVESTIGATING');
    await detail.getByRole('button', { name: 'Assign to me' }).click();
    await detail.getByText('Assigned to admin').waitFor();
    await detail.getByRole('button', { name: 'Save', exact: true }).click();
    await detail.getByText('Saved. Status: Investigating').waitFor();
  });

  test('targets are evaluated by the clock of the server', async () => {
    const path = `/#/alerts?status=ALL&alert=${await idOf('host-095.example')}`;
    const page = await tests.open(path, { token: tests.server.token, aheadMs: 7 * 86_400_000 });
    await page.locator('aside.detail').getByText('Acknowledge within').waitFor();
    await page.goto(`${tests.server.url}/#/alerts?status=ALL&target=missed`);
    await page.getByText('No alerts match').waitFor();
  });

  test('groups alerts into an incident, splits it and merges it again', async () => {
    const page = await openSignedIn('/#/alerts?status=ALL&tenant=acme&severity=CRITICAL');
    await waitForTotal(page, '13 alerts');
    for (const index of [0, 1])
      await page
        .getByRole('checkbox', { name: /^Select alert|host-/ })
        .nth(index)
        .check();
    const bar = page.getByRole('region', { name: 'Bulk actions' });
    await bar.getByLabel('Title of the incident').fill('Ransomware');
    await page.keyboard.press('Enter');
    await bar.waitFor({ state: 'hidden' });
    // The panel of another alert adds it to the incident.
    await page.locator('.row-endpoint a').nth(2).click();
    const detail = page.locator('aside.detail');
    await detail.getByLabel('Add to incident').fill('ANSOM');
    await detail.getByRole('option', { name: 'Ransomware' }).click();
    await detail.getByRole('button', { name: 'Add to incident' }).click();
    await detail.getByRole('link', { name: 'Ransomware' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ransomware' }).waitFor();
    await page.getByRole('link', { name: '3 alerts in the list of alerts' }).waitFor();
    await page
      .getByRole('link', { name: /T1059.001 PowerShell/ })
      .first()
      .waitFor();

    await page
      .getByRole('checkbox', { name: /^Select the alert on/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Split into a new incident' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title of the new incident').fill('Something else');
    await page.keyboard.press('Enter');
    await page.getByText('1 alert split into Something else').waitFor();
    await page.getByRole('link', { name: '2 alerts in the list of alerts' }).waitFor();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText('Assigned to admin').waitFor();
    await page.getByLabel('New comment').fill('Contained');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.locator('.history-notes', { hasText: 'Contained' }).waitFor();

    const incidentUrl = page.url();
    await page.goto(`${tests.server.url}/#/incidents`);
    expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(2);
    await page.getByRole('link', { name: 'Something else' }).click();
    await page.getByRole('heading', { level: 1, name: 'Something else' }).waitFor();
    const merged = page.url();
    await page.goto(incidentUrl);
    await page.getByRole('heading', { level: 1, name: 'Ransomware' }).waitFor();
    await page.getByRole('button', { name: 'Merge others into this incident' }).click();
    await dialog.getByLabel('Incident to merge').selectOption({ label: 'Something else' });
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('1 alert merged from Something else').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // The address of the merged incident redirects here.
    await page.goto(merged);
    await page.waitForURL(incidentUrl);
    await page.getByRole('heading', { level: 1, name: 'Ransomware' }).waitFor();
    await page.getByLabel('Status').selectOption('RESOLVED');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Status set to Resolved').waitFor();
    await page.goto(`${tests.server.url}/#/incidents`);
    await page.getByRole('heading', { name: 'No open incidents' }).waitFor();
    await page.getByRole('link', { name: 'Show incidents of all statuses' }).click();
    await page.getByRole('link', { name: 'Ransomware' }).waitFor();
    await page.locator('.table-stale').waitFor({ state: 'hidden' });
    expect(await violationsOf(page)).toEqual([]);

    const viewer = await openSignedIn(
      incidentUrl.slice(incidentUrl.indexOf('/#')),
      await createToken('vera', 'viewer'),
    );
    await viewer.getByRole('heading', { level: 1, name: 'Ransomware' }).waitFor();
    await viewer.getByText('Status set to Resolved').waitFor();
    expect(await viewer.locator('main').getByRole('button').allTextContents()).toEqual(['Export']);
    expect(await viewer.getByRole('checkbox').count()).toBe(0);
  });

  test('the default view opens with the list, and a viewer of the tenant sees, but cannot change, a shared view', async () => {
    const token = (name: string, role: OperatorRole, tenantId: string) =>
      tests.server.createToken({ name, role, tenantId });
    const samsToken = await token('sam', 'analyst', 'acme');
    const sam = await openSignedIn('/#/alerts?status=ALL&severity=CRITICAL', samsToken);
    await waitForTotal(sam, '13 alerts');
    const shared = (page: Page) => page.locator('#alert-view optgroup[label=Shared] option').allTextContents();
    const chosen = (page: Page) => page.locator('#alert-view option:checked').textContent();
    const dialog = sam.getByRole('dialog', { name: 'Saved views' });
    await sam.getByRole('button', { name: 'Save view' }).click();
    const form = sam.getByRole('dialog', { name: 'Save view' });
    await form.getByLabel('Name').fill('Critical');
    await form.getByLabel('Share the view').check();
    await form.getByText('Everyone with a role for acme can see the view.').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => shared(sam)).toEqual(['Critical']);
    await sam.getByRole('button', { name: 'Manage views' }).click();
    await dialog.getByRole('button', { name: 'Default: Critical' }).click();
    await dialog.getByRole('button', { name: 'Default: Critical', pressed: true }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    // The list opens with the default view from the navigation and in another browser, until None is selected.
    await sam.getByRole('link', { name: 'Endpoints' }).click();
    await sam.getByRole('link', { name: 'Alerts', exact: true }).click();
    await waitForTotal(sam, '13 alerts');
    const other = await openSignedIn('/#/alerts', samsToken);
    await waitForTotal(other, '13 alerts');
    expect(await chosen(other)).toBe('Critical');
    await other.locator('#alert-view').selectOption('None');
    await other.getByRole('button', { name: /^Severity: Critical/ }).waitFor({ state: 'detached' });
    expect(await chosen(other)).toBe('None');

    // All filters of a view can be removed.
    await other.locator('#alert-view').selectOption('Critical');
    await waitForTotal(other, '13 alerts');
    await other.getByRole('button', { name: 'Not closed' }).click();
    await other.getByRole('button', { name: /^Severity: Critical/ }).click();
    await other.getByRole('button', { name: /^Severity: Critical/ }).waitFor({ state: 'detached' });
    await other.getByText('changed', { exact: true }).waitFor();

    const tess = await openSignedIn('/#/alerts', await token('tess', 'viewer', 'acme'));
    await expect.poll(() => shared(tess)).toEqual(['Critical']);
    expect(await chosen(tess)).toBe('None');
    await tess.locator('#alert-view').selectOption('Critical');
    await waitForTotal(tess, '13 alerts');
    await tess.getByRole('button', { name: 'Manage views' }).click();
    await tess.getByText('Shared with acme, saved by sam').waitFor();
    expect(await tess.getByRole('button', { name: /^(Rename|Delete): / }).count()).toBe(0);
    const gil = await openSignedIn('/#/alerts', await token('gil', 'analyst', 'globex'));
    await gil.getByRole('button', { name: 'Save view' }).waitFor();
    await gil.locator('.row-endpoint a').first().waitFor();
    expect(await shared(gil)).toEqual([]);

    await sam.getByRole('button', { name: 'Manage views' }).click();
    await dialog.getByRole('button', { name: 'Rename: Critical' }).click();
    await dialog.getByLabel('New name of Critical').fill('Most severe');
    await sam.keyboard.press('Enter');
    await dialog.getByRole('link', { name: 'Most severe' }).waitFor();
    await tess.reload();
    await expect.poll(() => shared(tess)).toEqual(['Most severe']);
    await waitForTotal(tess, '13 alerts');
    await dialog.getByRole('button', { name: 'Delete: Most severe' }).click();
    const confirmation = sam.getByRole('dialog', { name: 'Delete: Most severe' });
    await confirmation.getByText('The view is deleted for all users.').waitFor();
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('link', { name: 'Most severe' }).waitFor({ state: 'detached' });
    await tess.reload();
    await tess.locator('.row-endpoint a').first().waitFor();
    expect(await shared(tess)).toEqual([]);
    const late = await openSignedIn('/#/alerts', samsToken);
    await late.locator('.row-endpoint a').first().waitFor();
    expect(late.url()).not.toContain('severity');
  });

  test('suppressed alerts are hidden, and shown on request with the rule', async () => {
    const endpointId = 'quiet.example';
    const add = `mutation ($input: AddAlertSuppressionInput!) {
      addAlertSuppression(input: $input) { suppression { id } } }`;
    const filter = { tenantId: 'acme', endpointId };
    await tests.server.query(add, { input: { filter, reason: 'A backup job', endsAt: '2100-01-01T00:00:00Z' } });
    const inference = JSON.parse(inferenceLines().split('\n')[0] ?? '');
    const added = { ...inference, inference_id: endpointId, endpoint_id: endpointId, timestamp: Date.now() / 1000 };
    await sendInferences(tests.server, JSON.stringify(added));
    const page = await openSignedIn(`/#/alerts?endpoint=${endpointId}`);
    await page.getByText('No alerts match the filters').waitFor();
    await page.getByText('More filters').click();
    await page.getByLabel('Suppressed alerts').selectOption('Shown');
    await waitForTotal(page, '1 alert');
    await page.locator('.row').getByText('Suppressed', { exact: true }).waitFor();
    await page.locator('.row-endpoint a').click();
    await page.getByRole('complementary', { name: endpointId }).getByRole('link', { name: 'A backup job' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${tests.server.url}/#/alerts?tenant=acme`);
    await page.getByText('More filters').click();
    await page.getByLabel('Suppressed alerts').selectOption('Only these');
    await waitForTotal(page, '1 alert');
    await page.getByRole('button', { name: 'Suppressed only' }).click();
    await expect.poll(() => page.locator('.toolbar-count').innerText()).toMatch(/^\d\d alerts/);
    expect(await page.locator('.row-endpoint a', { hasText: endpointId }).count()).toBe(0);
  });

  test('more than 100 incidents are paged, filtered by assignee, and found by a part of their title in the filter of alerts', async () => {
    const open = 'mutation ($input: OpenIncidentInput!) { openIncident(input: $input) { incident { id } } }';
    const input = { title: 'The oldest case', alertIds: [await idOf('host-099.example')] };
    const { openIncident } = await tests.server.query<{ openIncident: { incident: { id: string } } }>(open, { input });
    await createToken('olga', 'analyst');
    const { alertPeople } = await tests.server.query<{ alertPeople: { id: string }[] }>(
      '{ alertPeople(search: "olga") { id } }',
    );
    await tests.server.query(
      'mutation ($input: AssignIncidentInput!) { assignIncident(input: $input) { incident { id } } }',
      { input: { id: openIncident.incident.id, ownerId: alertPeople[0]?.id } },
    );
    await runInDatabase(
      tests.server,
      (sql) => sql`insert into alerts.incident (id, tenant_id, title, status, created_at, updated_at, is_automatic)
        select gen_random_uuid(), 'acme', 'Case ' || n, 'open', at, at, false
        from (select n, extract(epoch from now()) + 60 + n as at from generate_series(1, 120) n) opened`,
    );
    const page = await openSignedIn('/#/incidents?title=case&status=ALL');
    for (const range of ['1–50', '51–100']) {
      await page.getByText(`${range} of 121 incidents`).waitFor();
      await page.getByRole('link', { name: 'Next', exact: true }).click();
    }
    await page.getByText('101–121 of 121 incidents').waitFor();
    await page.getByRole('link', { name: 'Case 1', exact: true }).waitFor();
    const assignee = page.getByRole('combobox', { name: 'Assignee' });
    await assignee.fill('olg');
    await page.getByRole('option', { name: 'olga' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 incident', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'The oldest case' }).waitFor();
    await page.reload();
    await expect.poll(() => assignee.inputValue()).toBe('olga');
    await page.goto(`${tests.server.url}/#/alerts?status=ALL&tenant=GLOB`);
    await page.getByText('More filters').click();
    const field = page.getByRole('combobox', { name: 'Incident' });
    await field.fill('OLDEST');
    await page.getByRole('option', { name: 'The oldest case (globex)' }).click();
    await waitForTotal(page, '1 alert');
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('The oldest case (globex)');
    await field.click();
    await page.getByRole('option', { name: 'Any or none' }).click();
    await expect.poll(() => page.url()).not.toContain('incident');
  });

  test('an option is selected by a click without a pointer, and not when a touch begins to scroll the list', async () => {
    const page = await openSignedIn('/#/alerts?status=ALL&severity=MEDIUM&tenant=globex');
    await page.locator('.row-endpoint a').last().click();
    const detail = page.locator('aside.detail');
    await detail.getByLabel('Assignee').click();
    const me = detail.getByRole('option', { name: 'Me' });
    await me.dispatchEvent('pointerdown');
    expect(await me.isVisible()).toBe(true);
    await me.dispatchEvent('click');
    await detail.getByText('Assigned to admin').waitFor();
    const open = 'mutation ($input: OpenIncidentInput!) { openIncident(input: $input) { incident { id } } }';
    await tests.server.query(open, { input: { title: 'Smishing', alertIds: [await idOf('host-097.example')] } });
    const incident = detail.getByLabel('Add to incident');
    await incident.fill('mishin');
    await detail.getByRole('option', { name: 'Smishing' }).waitFor();
    await incident.press('Enter');
    expect(await incident.inputValue()).toBe('Smishing');
  });

  test('a slow double click submits one verdict, although the next alert appears below the pointer', async () => {
    const page = await openSignedIn('/#/alerts?severity=LOW');
    await page.locator('.row-endpoint a').first().click();
    const title = page.locator('aside.detail h2');
    const button = page.getByRole('button', { name: 'False positive', exact: true });
    await button.hover();
    const click = async (clickCount: number) => {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
    };
    const first = (await title.textContent()) ?? '';
    await click(1);
    await title.filter({ hasText: '.example', hasNotText: first }).waitFor();
    const second = await title.textContent();
    await click(2);
    const status = page.locator('.queue-status');
    await page.keyboard.press('m');
    await status.getByText(`${second}: assigned to admin`).waitFor();
    expect(await title.textContent()).toBe(second);
  });

  test('long names leave space for an alert on a phone, and right-to-left names do not reorder the text around them', async () => {
    const inference = JSON.parse(inferenceLines().split('\n')[0] ?? '');
    const longName = 'x'.repeat(200);
    const names = ['خادم', longName].map((name) => ({ inference_id: name, endpoint_id: name }));
    const lines = names.map((name) => JSON.stringify({ ...inference, ...name, tenant_id: 'y'.repeat(100) }));
    await sendInferences(tests.server, lines.join('\n'));
    const page = await tests.open(`/#/alerts?alert=${await idOf('خادم')}`, { token: tests.server.token });
    const count = page.getByText('1 alert, 1 not closed');
    const link = page.locator('.description-item', { has: count }).getByRole('link');
    const leftOf = async (element: typeof count) => (await element.boundingBox())?.x ?? 0;
    expect(await leftOf(count)).toBeGreaterThan(await leftOf(link));
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${tests.server.url}/#/alerts?alert=${await idOf(longName)}`);
    await count.waitFor();
    expect((await page.locator('.detail-body').boundingBox())?.height).toBeGreaterThan(230);
    await page.getByLabel('New comment').fill(longName.repeat(2));
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.locator('.history-notes').waitFor();
    const widths =
      '(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector(".detail-body"))';
    const [content = 0, shown = 0] = await page.evaluate<number[]>(widths);
    expect(content).toBe(shown);
  });

  test('columns sort the list, and new alerts are marked and counted until they are seen', async () => {
    const page = await openSignedIn('/#/alerts?endpoint=new-host.example');
    await page.getByRole('button', { name: 'Live', exact: true }).waitFor();
    const inference = JSON.parse(inferenceLines().split('\n')[4] ?? '');
    const added = { ...inference, inference_id: 'new', endpoint_id: 'new-host.example' };
    await sendInferences(tests.server, JSON.stringify(added));
    const row = page.getByRole('row', { name: /new-host/ });
    await row.getByText('New', { exact: true }).waitFor();
    expect(await page.title()).toBe('(1) Alerts · Rampart');
    await row.getByRole('link').focus();
    await row.getByText('New', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.title()).toBe('Alerts · Rampart');

    const sorted = page.locator('th[aria-sort]');
    expect(await sorted.getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('link', { name: 'Due' }).click();
    await page.locator('th[aria-sort=ascending]', { hasText: 'Due' }).waitFor();
    expect(await sorted.count()).toBe(1);
    expect(page.url()).toContain('sort=due');
    // A row fits on one line.
    expect((await row.boundingBox())?.height).toBeLessThan(48);
  });

  test('screens of common sizes show enough alerts, each on one line, even with long names and next to an open alert', async () => {
    const longName = 'a-very-long-name-of-the-production-cluster';
    const inference = JSON.parse(inferenceLines().split('\n')[0] ?? '');
    const names = {
      inference_id: longName,
      endpoint_id: `${longName}.${longName}.example`,
      tenant_id: longName,
      model_name: longName,
    };
    await sendInferences(tests.server, JSON.stringify({ ...inference, ...names, attack_prob: 0.999 }));
    const page = await tests.open('/', { token: tests.server.token });
    const measure = `(() => {
      const rows = [...document.querySelectorAll('.row')].map((row) => row.getBoundingClientRect());
      const frame = document.querySelector('.alerts .table-frame');
      return {
        shown: rows.filter(({ bottom }) => bottom <= innerHeight).length,
        isOneLine: rows.every(({ height }) => height < 34),
        scrollsSideways: [frame, document.documentElement].some((part) => part.scrollWidth > part.clientWidth),
      };
    })()`;
    const shownOn = async (width: number, height: number) => {
      await page.setViewportSize({ width, height });
      await page.goto(`${tests.server.url}/#/overview`);
      await page.goto(`${tests.server.url}/#/alerts?status=ALL`);
      await page.locator('.row').first().getByText(longName).first().waitFor();
      if (height > 800) await page.locator('.chart canvas').waitFor();
      const list = await page.evaluate<{ shown: number }>(measure);
      await page.locator('.row-endpoint a').nth(1).click();
      await page.locator('aside.detail').getByText('Acknowledge within').waitFor();
      const { shown, ...beside } = await page.evaluate<{ shown: number }>(measure);
      expect({ width, ...list, beside }).toMatchObject({
        ...{ isOneLine: true, scrollsSideways: false, beside: { isOneLine: true, scrollsSideways: false } },
      });
      return [list.shown, shown];
    };
    const screens = [await shownOn(1280, 720), await shownOn(1440, 900), await shownOn(1600, 900)];
    expect(Math.min(...screens.flat())).toBeGreaterThan(11);
  });
});
