import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { alertCount } from './inferences.js';
import { browserTests, describeInBrowser, runFirstQuery } from './support.js';

describeInBrowser('the console on a server that requires a sign-in', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token' });

  async function signIn(page: Page, token = tests.server.token): Promise<void> {
    const panel = page.getByRole('region', { name: 'Sign in' });
    await panel.getByLabel('Operator token').fill(token);
    await panel.getByRole('button', { name: 'Sign in' }).click();
  }

  const total = (page: Page, text: string) => page.locator('.toolbar-count', { hasText: text }).waitFor();

  async function createToken(name: string, role: string): Promise<string> {
    return (await tests.server.run(['tokens', 'create', name, '--role', role], '')).output.trim();
  }

  test('rejects a wrong token, shows who is signed in, and shares the session among tabs until one signs out', async () => {
    const page = await tests.open('/#/alerts?severity=CRITICAL');
    await signIn(page, 'wrong');
    await page.getByText('The server rejected the token').waitFor();
    await signIn(page);
    await total(page, '13 alerts');
    await page.getByText('admin · all tenants').waitFor();
    await page.reload();
    await total(page, '13 alerts');
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(stored).not.toMatch(/rp[lst]_/);
    expect(stored).not.toContain(tests.server.token);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await total(second, '13 alerts');
    await second.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [page, second]) {
      await tab.getByRole('region', { name: 'Sign in' }).waitFor();
      expect(await tab.locator('tbody').count()).toBe(0);
    }
    await signIn(second);
    await total(page, '13 alerts');
  });

  test('covers the page when the session ends, and keeps what was typed for the same person only', async () => {
    const page = await tests.open('/#/alerts?severity=CRITICAL');
    const token = await createToken('dora', 'analyst');
    const notes = page.locator('.triage textarea');
    async function endSession(): Promise<void> {
      await tests.server.run(['sessions', 'revoke', 'dora'], '');
      await page.getByText('The session of dora has ended').waitFor();
      expect(await notes.isVisible()).toBe(false);
    }
    await signIn(page, token);
    await total(page, '13 alerts');
    await page.locator('.row-endpoint a').first().click();
    await notes.fill('half a thought');
    await endSession();
    await signIn(page, token);
    await notes.waitFor();
    expect(await notes.inputValue()).toBe('half a thought');
    await endSession();
    await signIn(page, await createToken('nora', 'analyst'));
    await notes.waitFor();
    expect(await notes.inputValue()).toBe('');
  });

  test('hides changes from a viewer', async () => {
    const open = async (token: string) => {
      const page = await tests.open('/#/alerts?severity=CRITICAL');
      await signIn(page, token);
      await total(page, '13 alerts');
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
  });

  test('assigns by a key, keeps the draft of a comment, and shows both values of a conflict', async () => {
    const page = await tests.open('/#/alerts?severity=HIGH');
    await signIn(page);
    await total(page, '39 alerts');
    await page.locator('.row-endpoint a').first().click();
    const detail = page.locator('aside.detail');
    await detail.getByText('Acknowledge within').waitFor();
    await detail.getByRole('button', { name: 'Assign to me' }).waitFor();
    await page.keyboard.press('a');
    await detail.getByText('Assigned to admin').waitFor();
    expect(await detail.getByLabel('Assignee').inputValue()).toBe('operator:settings:admin');
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

    await page.getByRole('button', { name: 'Live' }).click();
    const { alerts } = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(
      '{ alerts(filter: { isAssigned: true }) { nodes { id } } }',
    );
    const update = 'mutation ($input: UpdateAlertInput!) { updateAlert(input: $input) { alert { id } } }';
    await tests.server.query(update, { input: { id: alerts.nodes[0]?.id, status: 'RESOLVED', notes: 'theirs' } });
    await detail.getByLabel('Notes').fill('mine');
    await detail.getByRole('button', { name: 'Save' }).click();
    const conflict = detail.getByRole('alert');
    await conflict.getByText('Resolved, assigned to admin, notes “theirs”, by admin').waitFor();
    await conflict.getByText('Open, notes “mine”').waitFor();
    expect(await detail.getByLabel('Notes').inputValue()).toBe('mine');
    await detail.getByText('Open → Resolved').waitFor();
    await detail.getByRole('button', { name: 'Save' }).click();
    await detail.getByText('Saved. Status: Resolved').waitFor();

    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByLabel('Assignee').selectOption({ label: 'Me' });
    await total(page, '1 alert');
  });

  test('the explorer uses the session of the console', async () => {
    const page = await tests.open('');
    await signIn(page);
    await total(page, '130 alerts');
    await page.getByRole('link', { name: 'Explorer' }).click();
    await runFirstQuery(page, { totalCount: alertCount });
  });

  test.each([
    ['Explorer', '/graphql'],
    ['REST reference', '/docs/'],
  ])('the page %s signs out of all pages', async (name, path) => {
    const page = await tests.open('');
    await signIn(page);
    await total(page, '130 alerts');
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('region', { name: 'Sign in' }).waitFor();
    await page.goto(`${tests.server.url}${path}`);
    await page.getByRole('link', { name: 'Console' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  });
});
