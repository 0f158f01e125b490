import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserTests, describeInBrowser, runFirstQuery } from './support.js';

describeInBrowser('a session of the console that ends', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token' });

  async function signIn(page: Page, token: string): Promise<void> {
    const panel = page.getByRole('region', { name: 'Sign in' });
    await panel.getByLabel('Operator token').fill(token);
    await panel.getByRole('button', { name: 'Sign in' }).click();
  }

  const waitForTotal = (page: Page, count: string) => page.locator('.toolbar-count', { hasText: count }).waitFor();

  const createAnalyst = (name: string) => tests.server.createToken({ name, role: 'analyst' });

  const openSignedIn = (path: string, token = tests.server.token) => tests.open(path, { token });

  /** Ends the session of a person as an administrator does, and waits until the page knows. */
  async function endSession(page: Page, name: string): Promise<void> {
    const list = 'query ($name: String!) { sessions(filter: { search: $name }) { nodes { id } } }';
    const { sessions } = await tests.server.query<{ sessions: { nodes: { id: string }[] } }>(list, { name });
    const revoke = 'mutation ($id: ID!) { revokeSession(input: { id: $id }) { sessions { id } } }';
    await tests.server.query(revoke, { id: sessions.nodes[0]?.id });
    await page.getByText(`The session of ${name} has ended`).waitFor();
  }

  test('covers the page when the session ends, and keeps what was typed only for the same person', async () => {
    const page = await tests.open('/#/alerts?severity=CRITICAL');
    const token = await createAnalyst('dora');
    const notes = page.locator('.triage textarea');
    const viewName = page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name');
    let isEarlierServer = true;
    // During an upgrade, servers of an earlier version do not send the id of the person.
    await page.route('**/session', async (route) => {
      const response = await route.fetch();
      const { viewerId, ...session } = await response.json();
      await route.fulfill({ response, json: isEarlierServer ? session : { viewerId, ...session } });
    });
    await signIn(page, token);
    await waitForTotal(page, '13 alerts');
    await page.locator('.row-endpoint a').first().click();
    await notes.fill('half a thought');
    await page.getByRole('button', { name: 'Save view' }).click();
    await viewName.fill('Night shift');
    for (const isEarlier of [false, true]) {
      await endSession(page, 'dora');
      expect(await notes.isVisible()).toBe(false);
      isEarlierServer = isEarlier;
      await signIn(page, token);
      await notes.waitFor();
      expect(await notes.inputValue()).toBe('half a thought');
      expect(await viewName.inputValue()).toBe('Night shift');
    }
    await endSession(page, 'dora');
    await signIn(page, await createAnalyst('nora'));
    await notes.waitFor();
    expect(await notes.inputValue()).toBe('');
    expect(await viewName.count()).toBe(0);
  });

  test('keeps a form closed that was saved before the session ended', async () => {
    const token = await createAnalyst('vito');
    const page = await openSignedIn('/#/alerts?severity=CRITICAL', token);
    await waitForTotal(page, '13 alerts');
    const saved = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'CreateAlertView') return await route.continue();
      const response = await route.fetch();
      saved.resolve();
      await ended.promise;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Save view' }).click();
    const form = page.getByRole('dialog', { name: 'Save view' });
    await form.getByLabel('Name').fill('Night shift');
    await form.getByRole('button', { name: 'Save' }).click();
    await saved.promise;
    await endSession(page, 'vito');
    ended.resolve();
    await expect.poll(() => page.url()).toContain('view=');
    await signIn(page, token);
    await page.getByRole('region', { name: 'Sign in' }).waitFor({ state: 'detached' });
    await waitForTotal(page, '13 alerts');
    expect(await form.count()).toBe(0);
  });

  test('knows a person whose token was replaced by one with the same name', async () => {
    const page = await openSignedIn('/#/alerts', await createAnalyst('theo'));
    await page.getByRole('button', { name: 'Assigned to me' }).waitFor();
    const list = '{ operatorTokens(first: 100) { nodes { id name } } }';
    const { operatorTokens } = await tests.server.query<{ operatorTokens: { nodes: { id: string; name: string }[] } }>(
      list,
    );
    const id = operatorTokens.nodes.find(({ name }) => name === 'theo')?.id;
    await tests.server.query('mutation ($id: ID!) { revokeOperatorToken(input: { id: $id }) { token { id } } }', {
      id,
    });
    await page.getByText('The session of theo has ended').waitFor();
    await signIn(page, await createAnalyst('theo'));
    await page.getByRole('button', { name: 'Assigned to me' }).click();
    const people = '{ alertPeople(search: "theo") { id } }';
    const { alertPeople } = await tests.server.query<{ alertPeople: { id: string }[] }>(people);
    expect(alertPeople).toHaveLength(1);
    await expect.poll(() => decodeURIComponent(page.url())).toContain(`assignee=${alertPeople[0]?.id}`);
  });

  async function expectSignedOutEverywhere(page: Page, path: string): Promise<void> {
    await page.evaluate('sessionStorage.setItem("rampart.notes.somebody.some-alert", "a draft")');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('region', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.goto(`${tests.server.url}${path}`);
    await page.getByRole('link', { name: 'Console' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  }

  async function expectFailedSignOut(page: Page): Promise<void> {
    await page.route('**/session', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Sign-out failed. You are still signed in. Try again.').waitFor();
    await page.unroute('**/session');
  }

  test('the explorer uses the session of the console, and signs out of all pages', async () => {
    const page = await openSignedIn('/#/alerts?status=ALL');
    await waitForTotal(page, '130 alerts');
    await page.getByText('Developer', { exact: true }).click();
    await page.getByRole('link', { name: 'Explorer' }).click();
    await expectFailedSignOut(page);
    const open = '{ alerts(filter: { status: [OPEN] }) { totalCount } }';
    const { alerts } = await tests.server.query<{ alerts: { totalCount: number } }>(open);
    await runFirstQuery(page, alerts);
    await expectSignedOutEverywhere(page, '/graphql');
  });

  test('the REST reference signs out of all pages, even before it is loaded', async () => {
    const page = await openSignedIn('/#/health');
    const bundle = '**/swagger-ui-bundle.js';
    await page.route(bundle, (route) => route.fulfill({ body: 'window.SwaggerUIBundle = () => {}' }));
    await page.route(bundle, () => {}, { times: 1 });
    await page.getByText('Developer', { exact: true }).click();
    await page.getByRole('link', { name: 'REST reference' }).click();
    await expectFailedSignOut(page);
    await expectSignedOutEverywhere(page, '/docs/');
  });

  test('the explorer and the REST reference remove their responses after a sign-out in another tab', async () => {
    const page = await openSignedIn('/#/incidents');
    const context = page.context();
    const [explorer, reference] = [await context.newPage(), await context.newPage()];
    await explorer.goto(`${tests.server.url}/graphql`);
    await reference.goto(`${tests.server.url}/docs/`);
    for (const tab of [explorer, reference]) {
      await tab.getByRole('button', { name: 'Sign out' }).waitFor();
      await tab.evaluate('document.body.dataset.hasResponses = "true"');
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [explorer, reference]) await tab.locator('body:not([data-has-responses])').waitFor();
    await explorer.getByText('Not signed in.').waitFor();
  });

  test('uses a new session of the same person when its tab is shown again', async () => {
    const token = await createAnalyst('zoe');
    const page = await openSignedIn('/#/alerts?severity=CRITICAL', token);
    await waitForTotal(page, '13 alerts');
    await endSession(page, 'zoe');
    const headers = { 'x-rampart-session': '1', origin: tests.server.url };
    const response = await page.context().request.post(`${tests.server.url}/session`, { data: { token }, headers });
    expect(response.status()).toBe(201);
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await page.getByRole('region', { name: 'Sign in' }).waitFor({ state: 'detached' });
    await waitForTotal(page, '13 alerts');
  });

  test('reports a failed sign-out', async () => {
    const page = await openSignedIn('/#/incidents');
    await page.route('**/session', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog', { name: 'Sign-out failed' }).getByRole('button', { name: 'Close' }).click();
    await page.unroute('**/session');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('region', { name: 'Sign in' }).waitFor();
  });
});
