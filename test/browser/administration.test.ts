import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { OperatorRole } from '../../platform/caller.js';
import { startReceiver } from '../notifications/support/receiver.js';
import { violationsOf } from './accessibility.js';
import { browserTests, describeInBrowser, openForm, skipToMain, tabTo } from './support.js';

describeInBrowser('the pages of administrators', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token', RAMPART_NOTIFICATIONS_ALLOW_PRIVATE: 'true' });

  async function open(path: string, token = tests.server.token): Promise<Page> {
    return await tests.open(`/#/administration/${path}`, { token });
  }

  const createToken = (name: string, role: OperatorRole) => tests.server.createToken({ name, role });

  async function confirm(page: Page, action: string, name: RegExp | string): Promise<void> {
    await page.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  async function statusWith(token: string): Promise<number> {
    return (await fetch(`${tests.server.url}/alerts`, { headers: { authorization: `Bearer ${token}` } })).status;
  }

  test('a token is created, shown once, used, revoked and then rejected', async () => {
    const page = await open('tokens');
    const form = await openForm(page, 'New token');
    await form.getByLabel('Name').fill('rita');
    await form.getByLabel('Role').selectOption('Viewer');
    await form.getByLabel('Tenants').fill('acme, globex');
    await form.getByLabel('Expires').selectOption('In 7 days');
    await form.getByRole('button', { name: 'Create token' }).click();
    const created = page.getByRole('region', { name: 'Token rita created' });
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Token rita created');
    const secret = await created.getByLabel('Token', { exact: true }).inputValue();
    expect(await statusWith(secret)).toBe(200);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await created.getByRole('button', { name: 'Copy token' }).click();
    await created.getByText('Copied.').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
    await created.getByRole('button', { name: 'Done' }).click();
    await created.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);

    const row = page.getByRole('row', { name: /rita/ });
    expect(await row.getByRole('cell').nth(1).innerText()).toMatch(/Viewer\s+acme, globex/);
    await confirm(page, 'Revoke', 'Revoke: rita');
    await row.getByText('Revoked').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect(await statusWith(secret)).toBe(401);
  });

  test('the expiration of a token is changed, and the URL contains the filters of the list', async () => {
    await createToken('theo', 'ingest');
    // The clock of the server determines what is now.
    const options = { token: tests.server.token, aheadMs: 3_600_000 };
    const page = await tests.open('/#/administration/tokens', options);
    await page.getByRole('button', { name: 'Change expiration: theo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Expires').selectOption('Never');
    await dialog.getByRole('button', { name: 'Change expiration', exact: true }).click();
    await page.getByRole('row', { name: /theo.*Never/ }).waitFor();
    await page.getByRole('button', { name: 'Change expiration: theo' }).click();
    await dialog.getByLabel('Expires').selectOption('Now');
    await dialog.getByRole('button', { name: 'Change expiration', exact: true }).click();
    await page.getByRole('row', { name: /theo.*Expired/ }).waitFor();
    await page.getByLabel('Search').fill('nobody');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'No tokens found' }).waitFor();
    expect(page.url()).toContain('?search=nobody');
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await page.getByRole('row', { name: /theo/ }).waitFor();
  });

  test('a rejected change remains in its form with the reason from the server', async () => {
    await createToken('taken', 'viewer');
    const page = await open('tokens');
    const form = await openForm(page, 'New token');
    await form.getByLabel('Name').fill('taken');
    await form.getByRole('button', { name: 'Create token' }).click();
    await form.getByRole('alert').getByText('An unrevoked token is already named "taken"').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('taken');
  });

  test('ending a session signs out that browser only', async () => {
    const dora = await open('people', await createToken('dora', 'viewer'));
    await dora.getByRole('heading', { name: 'Permission denied' }).waitFor();
    const page = await open('sessions');
    const row = page.getByRole('row', { name: /dora/ });
    await row.waitFor();
    await confirm(page, 'End session', /End session: dora/);
    await row.waitFor({ state: 'detached' });
    // The page notices it with its next request.
    await dora.goto(`${tests.server.url}/#/endpoints`);
    await dora.getByText('The session of dora has ended').waitFor();
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'No people yet' }).waitFor();
  });

  test('the session of this browser is marked, and ending it signs out', async () => {
    const token = await createToken('adele', 'admin');
    const first = await open('sessions?search=adele', token);
    const second = await open('sessions?search=adele', token);
    const marked = second.getByRole('row', { name: /adele ?This browser/ });
    const other = second.getByRole('row', { name: /adele ?Operator token/ });
    const dialog = second.getByRole('dialog');
    await other.getByRole('button', { name: /^End all/ }).click();
    await dialog.getByText('If this browser has one of the sessions, you are signed out.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect([await marked.count(), await other.count()]).toEqual([1, 1]);
    await marked.getByRole('button', { name: /^End all/ }).click();
    await dialog.getByText('You are signed out of this browser immediately.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await marked.getByRole('button', { name: /^End session/ }).click();
    await dialog.getByText('You are signed out of this browser immediately.').waitFor();
    await dialog.getByRole('button', { name: 'End session', exact: true }).click();
    await second.getByText('The session of adele has ended').waitFor();

    await first.reload();
    await first.getByRole('row', { name: /adele ?This browser/ }).waitFor();
    expect(await first.getByRole('row', { name: /adele/ }).count()).toBe(1);
    await first.goto(`${tests.server.url}/#/administration/sessions`);
    await first.getByRole('row', { name: /admin/ }).first().waitFor();
    expect(await first.getByText('This browser', { exact: true }).count()).toBe(1);
  });

  test('an account is approved, gets a subscription, loses its key and is suspended', async () => {
    const register = `mutation { registerAccount(input: {
      username: "walker", email: "walker@mail.example", password: "correct horse battery" }) { uuid } }`;
    await tests.server.query(register);
    const page = await open('accounts');
    const row = page.getByRole('row', { name: /walker/ });
    await page.getByRole('button', { name: 'Reject: walker' }).click();
    const dialog = page.getByRole('dialog');
    const approve =
      'mutation { approveAccount(input: { username: "walker" }, allowUnconfirmedEmail: true) { isFirst } }';
    await tests.server.query(approve);
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await dialog.getByRole('alert').getByText('The change was not saved').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await row.getByText('Approved').waitFor();
    await confirm(page, 'Suspend', 'Suspend: walker');
    await page.getByRole('button', { name: 'Approve: walker' }).click();
    await dialog.getByRole('checkbox', { name: /not confirmed/ }).check();
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await row.getByText('Approved').waitFor();
    await row.getByRole('cell', { name: /^Trial/ }).waitFor();
    await confirm(page, 'Set subscription', 'Set subscription: walker');
    await row.getByRole('cell', { name: /^Basic/ }).waitFor();
    await confirm(page, 'Revoke key', 'Revoke key: default of walker');
    await row.getByRole('cell', { name: 'None', exact: true }).waitFor();
    await confirm(page, 'Suspend', 'Suspend: walker');
    await row.getByText('Suspended').waitFor();
  });

  test('a mirror client is added with a secret and removed', async () => {
    const page = await open('clients');
    const form = await openForm(page, 'New mirror client');
    await form.getByLabel('Name').fill('sharepoint-reader');
    await form.getByRole('button', { name: 'Add client' }).click();
    const added = page.getByRole('region', { name: 'Mirror client sharepoint-reader added' });
    expect(await added.getByRole('textbox', { name: 'Client secret' }).inputValue()).toMatch(/^rdm_/);
    await added.getByRole('button', { name: 'Done' }).click();
    await confirm(page, 'Remove', 'Remove: sharepoint-reader');
    await page.getByRole('heading', { name: 'No mirror clients yet' }).waitFor();
  });

  test('a notification rule is created, edited, gets a new secret, sends a test and is deleted', async () => {
    const page = await open('notifications');
    await page.locator('summary', { hasText: 'New rule' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'New rule' });
    await form.getByLabel('Name').fill('soc');
    await form.getByLabel('URL').fill('https://receiver.invalid/hook');
    await form.getByRole('button', { name: 'Add condition' }).click();
    await form.getByLabel('Values').fill('high, critical');
    await form.getByLabel('Quiet hours').check();
    await form.getByLabel('Time zone').fill('Europe/Berlin');
    await form.getByRole('button', { name: 'Create rule' }).click();
    const created = page.getByRole('region', { name: 'Rule soc created' });
    expect(await created.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/);
    await created.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /soc/ });
    await row.getByText('Severity: high, critical').waitFor();

    await page.getByRole('button', { name: 'Edit: soc' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Maximum messages per period').fill('5');
    await dialog.getByLabel('Quiet hours').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Rotate secret: soc' }).click();
    await dialog.getByRole('button', { name: 'Rotate secret', exact: true }).click();
    expect(await dialog.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();

    await confirm(page, 'Send test', 'Send test: soc');
    await page.getByRole('link', { name: 'Messages of soc' }).click();
    await page.getByRole('row', { name: /Test of the notification rule soc/ }).waitFor();
    await page.getByRole('link', { name: 'Notifications' }).click();
    await confirm(page, 'Delete', 'Delete: soc');
    await page.getByRole('heading', { name: 'No rules yet' }).waitFor();
  });

  test('editing a rule changes only its edited fields, also if its period is not a number of whole minutes', async () => {
    type Rule = { id: string; name: string; conditions: { values: string[] }[]; throttle: { periodSeconds: number } };
    const create = `mutation { createNotificationRule(input: {
      name: "hourly", kinds: [ALERT_OPENED], target: MAIL, address: "soc@example.com",
      throttle: { max: 2, periodSeconds: 90 } }) { rule { id } } }`;
    const { rule } = (await tests.server.query<{ createNotificationRule: { rule: Rule } }>(create))
      .createNotificationRule;
    const page = await open('notifications');
    await page.getByRole('button', { name: 'Edit: hourly' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('every 90 seconds');
    const update = `mutation ($input: UpdateNotificationRuleInput!) {
      updateNotificationRule(input: $input) { rule { id } } }`;
    const conditions = [{ field: 'SEVERITY', values: ['critical'] }];
    await tests.server.query(update, { input: { id: rule.id, conditions } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const list = '{ notificationRules { nodes { id name conditions { values } throttle { periodSeconds } } } }';
    const { notificationRules } = await tests.server.query<{ notificationRules: { nodes: Rule[] } }>(list);
    expect(notificationRules.nodes.find(({ id }) => id === rule.id)).toMatchObject({
      ...{ name: 'every 90 seconds', conditions: [{ values: ['critical'] }], throttle: { periodSeconds: 90 } },
    });
  });

  test('a message that its receiver rejects is dead, and is delivered after it is sent again', async () => {
    const receiver = await startReceiver();
    onTestFinished(receiver.close);
    receiver.next.push(410);
    const create = `mutation ($address: String!) { createNotificationRule(input: {
      name: "rejected", kinds: [DRIVE_SYNCED], target: WEBHOOK, address: $address }) { rule { id } } }`;
    await tests.server.query(create, { address: receiver.url });
    const page = await open('notifications');
    const row = page.locator('tbody tr', { hasText: 'rejected' });
    const expectText = (expected: string) =>
      expect
        .poll(
          async () => {
            await page.reload();
            await row.waitFor();
            return await row.innerText();
          },
          { timeout: 60_000 },
        )
        .toContain(expected);
    await confirm(page, 'Send test', 'Send test: rejected');
    await expectText('Disabled: the receiver responded with 410 Gone');
    await confirm(page, 'Enable', 'Enable: rejected');
    await expectText('1 dead');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: '1 dead message of rejected' }).click();
    await page.getByRole('row', { name: /Dead ?1 attempt: the receiver responded with 410 Gone/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await confirm(page, 'Send again', /^Send again: Test of the notification rule rejected/);
    await page.getByLabel('Status').selectOption('Any');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectText('Delivered');
    expect(await page.getByRole('button', { name: /^Send again/ }).count()).toBe(0);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(receiver.requests[0]?.headers['webhook-id']),
    );
  });

  test.each([
    ['tokens', 'New token', 'Create token', 'Token kept created', 'Token'],
    ['clients', 'New mirror client', 'Add client', 'Mirror client kept added', 'Client secret'],
  ])(
    'the secret on the page of %s remains visible if the list cannot be reloaded',
    async (path, title, action, ...shown) => {
      const page = await open(path);
      const form = await openForm(page, title);
      await form.getByLabel('Name').fill('kept');
      await page.route('**/graphql', (route) =>
        /List$/.test(route.request().postDataJSON().operationName) ? route.abort() : route.fallback(),
      );
      await form.getByRole('button', { name: action }).click();
      await page.getByText(/^This page shows data from .+, because the last refresh failed: /).waitFor();
      const [region, label] = shown;
      const secret = page.getByRole('region', { name: region }).getByRole('textbox', { name: label, exact: true });
      expect(await secret.inputValue()).toMatch(/^\w{20}/);
    },
  );

  test('the pages can be used with the keyboard: Escape closes a confirmation, and the focus returns', async () => {
    const page = await open('tokens');
    await skipToMain(page);
    await tabTo(page.locator('summary', { hasText: 'New token' }), { maxPresses: 12 });
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'New token' });
    await tabTo(form.getByLabel('Name'), { maxPresses: 1 });
    await page.keyboard.type('keyboard');
    await tabTo(form.getByLabel('Role'), { maxPresses: 1 });
    await page.keyboard.type('View');
    await tabTo(form.getByRole('button', { name: 'Create token' }), { maxPresses: 3 });
    await page.keyboard.press('Enter');
    const created = page.getByRole('region', { name: 'Token keyboard created' });
    await tabTo(created.getByRole('button', { name: 'Done' }), { maxPresses: 3 });
    await page.keyboard.press('Enter');
    const revoke = page.getByRole('button', { name: 'Revoke: keyboard' });
    await tabTo(revoke, { maxPresses: 20 });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Revoke: keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Revoke: keyboard');
    await page.getByRole('row', { name: /keyboard.*Viewer.*Active/ }).waitFor();
  });
});
