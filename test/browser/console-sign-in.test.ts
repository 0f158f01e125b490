import { expect, test } from 'vitest';
import { alertCount } from './inferences.js';
import { browserTests, describeInBrowser, runFirstQuery } from './support.js';

describeInBrowser('the console on a server that requires a token', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token' });

  test('asks for a token, rejects a wrong one, stores a valid one for the tab, and removes it on sign-out', async () => {
    const page = await tests.open('/#/alerts?severity=CRITICAL');
    const panel = page.getByRole('region', { name: 'Sign in' });
    await panel.getByLabel('Operator token').fill('wrong');
    await panel.getByRole('button', { name: 'Sign in' }).click();
    await panel.getByText('The server rejected the token').waitFor();
    await panel.getByLabel('Operator token').fill(tests.server.token);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.toolbar-count', { hasText: '13 alerts' }).waitFor();
    await page.reload();
    await page.locator('.toolbar-count', { hasText: '13 alerts' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await panel.waitFor();
    expect(await page.locator('tbody').count()).toBe(0);
  });

  test('hides changes from a viewer', async () => {
    const created = await tests.server.run(['tokens', 'create', 'vic', '--role', 'viewer'], '');
    const signIn = async (token: string) => {
      const page = await tests.open('/#/alerts?severity=CRITICAL');
      const panel = page.getByRole('region', { name: 'Sign in' });
      await panel.getByLabel('Operator token').fill(token);
      await panel.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('.toolbar-count', { hasText: '13 alerts' }).waitFor();
      await page.locator('.row-endpoint a').first().click();
      return page;
    };
    const viewer = await signIn(created.output.trim());
    await viewer.getByText('Your token has read-only access to alerts.').waitFor();
    expect(await viewer.getByRole('button', { name: 'True positive' }).count()).toBe(0);
    expect(await viewer.getByRole('checkbox', { name: 'Select' }).count()).toBe(0);
    const administrator = await signIn(tests.server.token);
    await administrator.getByRole('button', { name: 'True positive' }).waitFor();
    expect(await administrator.getByRole('checkbox', { name: 'Select' }).count()).toBeGreaterThan(1);
  });

  test('the explorer uses the token of the console', async () => {
    const page = await tests.open('');
    const panel = page.getByRole('region', { name: 'Sign in' });
    await panel.getByLabel('Operator token').fill(tests.server.token);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.toolbar-count', { hasText: '130 alerts' }).waitFor();
    await page.getByRole('link', { name: 'Explorer' }).click();
    await runFirstQuery(page, { totalCount: alertCount });
  });

  test.each([
    ['Explorer', '/graphql'],
    ['REST reference', '/docs/'],
  ])('the page %s signs out of all pages of the tab', async (name, path) => {
    const page = await tests.open('');
    const panel = page.getByRole('region', { name: 'Sign in' });
    await panel.getByLabel('Operator token').fill(tests.server.token);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.toolbar-count', { hasText: '130 alerts' }).waitFor();
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await panel.waitFor();
    await page.goto(`${tests.server.url}${path}`);
    await page.getByRole('link', { name: 'Console' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  });
});
