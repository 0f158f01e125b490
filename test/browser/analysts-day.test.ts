import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { OperatorRole } from '../../platform/caller.js';
import { temporaryFolder } from '../support/running-server.js';
import { violationsOf } from './accessibility.js';
import { linkFiles } from './evidence.js';
import { inferenceLines } from './inferences.js';
import { browserTests, describeInBrowser, sendInferences } from './support.js';

const folder = temporaryFolder();
afterAll(folder.remove);
const servedFolder = join(folder.path, 'served');
mkdirSync(servedFolder);
writeFileSync(join(servedFolder, 'interview.txt'), 'The user opened the attachment.');
writeFileSync(join(servedFolder, 'memo.txt'), 'Nothing unusual.');
const pixelPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
writeFileSync(join(servedFolder, 'screen.txt'), Buffer.from(pixelPng, 'base64'));
writeFileSync(join(servedFolder, 'archive.png'), 'PK\x03\x04');

const hostOf = (index: number) => `day-${String(index).padStart(2, '0')}.example`;

/** Twenty inferences of twenty endpoints of one tenant, as a pipeline sends them. */
function newInferences(): string {
  const [template = ''] = inferenceLines().split('\n');
  const lines = Array.from({ length: 20 }, (_, index) => ({
    ...JSON.parse(template),
    ...{ inference_id: `day-${index}`, tenant_id: 'dayco', endpoint_id: hostOf(index) },
    ...{ attack_prob: 0.99 - index / 100, timestamp: Date.now() / 1000 - 60 },
  }));
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

describeInBrowser('the day of an analyst', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token', RAMPART_DRIVE_FOLDER: servedFolder });

  const createToken = (name: string, role: OperatorRole) => tests.server.createToken({ name, role });

  /** Opens the queue of the tenant and signs in, with the keyboard. */
  async function start(token: string, { hash = '#/alerts?tenant=dayco', aheadMs = 0 } = {}): Promise<Page> {
    const page = await tests.open(`/${hash}`, { aheadMs });
    await page.getByRole('region', { name: 'Sign in' }).getByLabel('Operator token').focus();
    await page.keyboard.type(token);
    await page.keyboard.press('Enter');
    return page;
  }

  const waitForTotal = (page: Page, count: string) =>
    page.locator('.toolbar-count').getByText(count, { exact: true }).waitFor();

  test('twenty new alerts are triaged by keyboard alone and handed over, by two analysts concurrently', async () => {
    await tests.server.run(['drive', 'sync'], '');
    const tokens = {
      ana: await createToken('ana', 'analyst'),
      ben: await createToken('ben', 'analyst'),
      feed: await createToken('feed', 'ingest'),
    };
    // New alerts are marked by the clock of the server.
    const ana = await start(tokens.ana, { aheadMs: 3_600_000 });
    await ana.evaluate(
      'addEventListener("pointerdown", () => { document.documentElement.dataset.mouse = "used"; }, true)',
    );
    /** Presses a key; afterwards, the focus must be in the page. */
    const pressKey = async (name: string) => {
      await ana.keyboard.press(name);
      await expect.poll(() => ana.evaluate('document.activeElement !== document.body'), { message: name }).toBe(true);
    };
    const focused = () => ana.evaluate<string>('document.activeElement.textContent');
    const waitForStatus = (status: string) => ana.locator('.queue-status').getByText(status, { exact: true }).waitFor();
    await ana.getByRole('button', { name: 'Live', exact: true }).waitFor();

    // Alerts arrive while the page is open.
    await sendInferences({ ...tests.server, token: tokens.feed }, newInferences());
    await waitForTotal(ana, '20 alerts');
    await expect.poll(() => ana.title()).toBe('(20) Alerts · Rampart');
    // Those outside of the filter are not counted.
    await ana.evaluate('location.hash = "#/alerts?tenant=dayco&endpoint=day-1"');
    await waitForTotal(ana, '10 alerts');
    await expect.poll(() => ana.title()).toBe('(10) Alerts · Rampart');
    await ana.evaluate('location.hash = "#/alerts?tenant=dayco"');
    await waitForTotal(ana, '20 alerts');

    // A view of the tenant, which the colleague opens by its address.
    await ana.getByRole('button', { name: 'Save view' }).press('Enter');
    const dialog = ana.getByRole('dialog');
    await dialog.getByLabel('Name').focus();
    await ana.keyboard.type('Day shift');
    await dialog.getByLabel('Share the view').press('Space');
    await pressKey('Enter');
    await dialog.waitFor({ state: 'detached' });
    await ana.locator('#alert-view', { hasText: 'Day shift' }).waitFor();
    const view = new URLSearchParams(ana.url().split('?')[1]).get('view');
    const ben = await start(tokens.ben, { hash: `#/alerts?view=${view}` });
    await waitForTotal(ben, '20 alerts');
    expect(await ben.locator('#alert-view option:checked').textContent()).toBe('Day shift');
    await ben.getByRole('button', { name: 'Live', exact: true }).click();

    // Every alert gets an assignee, then half of them a verdict; the focus moves on.
    await ana.locator('#main').focus();
    await pressKey('j');
    for (let index = 0; index < 10; index++) {
      expect(await focused()).toBe(hostOf(index));
      await pressKey('m');
      await waitForStatus(`${hostOf(index)}: assigned to ana`);
      await pressKey(index % 2 === 0 ? 'f' : 'r');
      await waitForStatus(`${hostOf(index)}: ${index % 2 === 0 ? 'False positive' : 'Resolved'}`);
      await expect.poll(focused).toBe(hostOf(index + 1));
    }
    await waitForTotal(ana, '10 alerts');

    // The colleague, whose page is outdated, changes one of the same alerts: both values are shown.
    await ben.locator('.row-endpoint a', { hasText: hostOf(10) }).click();
    const panel = ben.locator('aside.detail');
    await panel.getByLabel('Notes').fill('benign, from ben');
    await pressKey('m');
    await waitForStatus(`${hostOf(10)}: assigned to ana`);
    await pressKey('i');
    await waitForStatus(`${hostOf(10)}: Investigating`);
    await panel.getByRole('button', { name: 'Save' }).click();
    const conflict = panel.getByRole('alert');
    await conflict.getByText('Investigating, assigned to ana, by ana').waitFor();
    await conflict.getByText('Open, notes “benign, from ben”').waitFor();

    // A comment with a mention, and evidence.
    await pressKey('c');
    const detail = ana.getByRole('complementary', { name: hostOf(10) });
    await detail.getByLabel('New comment').and(ana.locator(':focus')).waitFor();
    await ana.keyboard.type('@be');
    await detail.getByRole('listbox', { name: 'People to mention' }).getByText('ben').waitFor();
    await pressKey('Enter');
    await ana.keyboard.type('please call the user');
    await pressKey('Control+Enter');
    await detail.locator('li', { hasText: '@ben please call the user' }).waitFor();
    await detail.getByRole('button', { name: 'Link a file' }).press('Enter');
    await dialog.getByLabel('Name contains').focus();
    await ana.keyboard.type('VIEW');
    await expect.poll(() => dialog.getByLabel('File').locator('option').allTextContents()).toEqual(['/interview.txt']);
    await dialog.getByLabel('Notes').focus();
    await ana.keyboard.type('as told on the phone');
    await pressKey('Enter');
    await detail.locator('li', { hasText: '/interview.txt' }).getByText('as told on the phone').waitFor();
    await pressKey('Escape');
    await detail.waitFor({ state: 'detached' });
    expect(await focused()).toBe(hostOf(10));

    // A rule suppresses alerts that would be opened again for the same reason; open alerts are unchanged.
    await pressKey('Enter');
    await detail.getByRole('link', { name: 'Suppress alerts like this' }).press('Enter');
    const rule = ana.getByRole('form', { name: 'New rule' });
    await rule.getByLabel('Reason').focus();
    await ana.keyboard.type('the backup job');
    await pressKey('Enter');
    await rule.getByText(/^1 alert of \d+ in the last 30 days/).waitFor();
    await rule.getByRole('button', { name: 'Suppress alerts' }).press('Enter');
    await rule.getByText('Rule added.').waitFor();
    await ana.goBack();
    await pressKey('Escape');
    await waitForTotal(ana, '10 alerts');

    // The remaining alerts are exported and handed over.
    await ana.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    const [download] = await Promise.all([
      ana.waitForEvent('download'),
      dialog.getByRole('link', { name: 'CSV' }).press('Enter'),
    ]);
    const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(rows).toHaveLength(11);
    expect(rows.filter((row) => row.includes(`,dayco,${hostOf(10)},`))).toHaveLength(1);
    await ana.getByRole('checkbox', { name: 'Select all alerts on this page' }).press('Space');
    const bulk = ana.getByRole('region', { name: 'Bulk actions' });
    await bulk.getByText('10 alerts selected').waitFor();
    await bulk.getByLabel('Assign to').focus();
    await ana.keyboard.type('ben');
    await bulk.getByRole('option', { name: 'ben' }).and(ana.locator('[aria-selected=true]')).waitFor();
    await pressKey('Enter');
    await bulk.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    await bulk.getByText('10 alerts updated').waitFor();
    expect(await violationsOf(ana)).toEqual([]);
    expect(await ana.evaluate('document.documentElement.dataset.mouse ?? "unused"')).toBe('unused');

    await ben.getByRole('button', { name: 'Paused' }).click();
    await ben.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    for (const [name, count] of [
      ['Assigned to me', '10 alerts'],
      ['Mentions me', '1 alert'],
    ] as const) {
      const filter = ben.getByRole('button', { name });
      await filter.press('Enter');
      await filter.and(ben.locator('[aria-pressed=true]')).waitFor();
      await waitForTotal(ben, count);
    }
    await ben.locator('.row-endpoint a', { hasText: hostOf(10) }).waitFor();
  });

  test('an alert shows its endpoint, domain, related alerts and evidence from other services, to users who may read them', async () => {
    const hostname = 'host-126.example';
    await tests.server.run(['drive', 'sync'], '');
    const zone = `example. 1 IN SOA ns. hostmaster. 1 1 1 1 1\n${hostname}. 3600 IN NS ns1.example.\n`;
    expect(await tests.server.run(['zones', 'import', 'example', '-'], zone)).toMatchObject({ code: 0 });
    const first = 'query ($filter: AlertFilter!) { alerts(first: 1, filter: $filter) { nodes { id } } }';
    const filter = { tenantId: 'acme', endpointId: hostname };
    const { alerts } = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(first, { filter });
    const id = alerts.nodes[0]?.id ?? '';
    await linkFiles(tests.server, id, 'memo', 'screen', 'archive');
    const open = (token: string) => tests.open(`/#/alerts?tenant=acme&alert=${id}`, { token });
    const page = await open(await createToken('cleo', 'analyst'));
    const detail = page.getByRole('complementary', { name: hostname });
    const preview = (name: string) => detail.getByRole('button', { name: `Preview: /${name}` });
    await preview('memo.txt').press('Enter');
    await detail.getByRole('region', { name: 'Content of /memo.txt' }).getByText('Nothing unusual.').waitFor();
    await preview('screen.txt').press('Enter');
    await detail.getByRole('img', { name: '/screen.txt' }).waitFor();
    await expect.poll(() => page.evaluate('document.querySelector("img.file-preview").naturalWidth')).toBe(1);
    await preview('archive.png').press('Enter');
    await detail.getByText(/have a preview|has not been extracted yet/).waitFor();
    await detail.getByRole('heading', { name: 'Controllers' }).waitFor();
    const history = detail.getByRole('list', { name: 'History in the zones' });
    await history.getByText('Active: ns1.example.').waitFor();
    await detail.getByRole('button', { name: 'Look up at the registry (RDAP)' }).waitFor();
    await detail
      .locator('.related li')
      .getByText(/^1 min after/)
      .waitFor();
    expect(await violationsOf(page, { part: 'aside.detail' })).toEqual([]);

    // Controllers and files belong to no tenant.
    const other = await open(await tests.server.createToken({ name: 'dora', role: 'analyst', tenantId: 'acme' }));
    await other.getByRole('list', { name: 'History in the zones' }).waitFor();
    expect(await other.getByRole('heading', { name: /Controllers|Evidence/ }).count()).toBe(0);
  });

  test('the focus remains where the person is working, and keys apply to the alert in the panel', async () => {
    const token = await createToken('eve', 'analyst');
    const page = await tests.open('/#/alerts?severity=LOW', { token });
    const waitForStatus = (status: string) =>
      page.locator('.queue-status').getByText(status, { exact: true }).waitFor();
    const isIn = (selector: string) => page.evaluate(`document.activeElement.closest('${selector}') !== null`);
    const expectFocusIn = (selector: string) => expect.poll(() => isIn(selector)).toBe(true);
    await page.getByRole('button', { name: 'Live', exact: true }).waitFor();
    const [first = '', second = ''] = await page.locator('.row-endpoint a').allTextContents();

    // Undoing a change does not move the focus after the person has selected something else.
    await page.locator('#main').focus();
    for (const key of ['j', 'a']) await page.keyboard.press(key);
    await waitForStatus(`${first}: Acknowledged`);
    for (const key of ['u', '/']) await page.keyboard.press(key);
    await waitForStatus(`${first}: Open again.`);
    await page.keyboard.type('far');
    const [line = ''] = inferenceLines().split('\n');
    const low = { ...JSON.parse(line), inference_id: 'focus', endpoint_id: 'focus.example', attack_prob: 0.5 };
    await sendInferences(tests.server, JSON.stringify({ ...low, timestamp: Date.now() / 1000 }));
    await page.getByRole('row', { name: /focus\.example/ }).waitFor();
    await page.keyboard.type('r');
    expect(await page.getByRole('searchbox', { name: 'Search alerts' }).inputValue()).toBe('farr');

    // A button that disappears passes the focus to what is around it.
    await page.locator('.row-endpoint a', { hasText: first }).focus();
    await page.keyboard.press('a');
    await waitForStatus(`${first}: Acknowledged`);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await waitForStatus(`${first}: Open again.`);
    await expectFocusIn('.alerts-list');
    await page.locator('.row-endpoint a', { hasText: first }).focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expectFocusIn('#alert-list');

    // The panel follows the keys.
    const panel = (name: string) => page.getByRole('complementary', { name });
    await page.locator('.row-endpoint a', { hasText: first }).press('Enter');
    await panel(first).locator('.detail-body:focus').waitFor();
    await page.keyboard.press('j');
    await panel(second).locator('.detail-body:focus').waitFor();
    await panel(second).getByLabel('New comment').fill('seen');
    await page.keyboard.press('Control+Enter');
    await panel(second).getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await page.keyboard.type(' refined');
    await panel(second).getByRole('button', { name: 'Save comment' }).press('Enter');
    await panel(second).locator('.history-notes', { hasText: 'seen refined' }).waitFor();
    await expectFocusIn('aside.detail');
    await panel(second).getByRole('button', { name: 'Assign to me' }).press('Enter');
    await waitForStatus(`${second}: assigned to eve`);
    await panel(second).getByText('Assigned to eve').waitFor();
    await expectFocusIn('aside.detail');

    // A person is searched, and saved on Enter only.
    const assignee = panel(second).getByRole('combobox', { name: 'Assignee' });
    await assignee.press('ArrowDown');
    await panel(second).getByRole('listbox', { name: 'People' }).waitFor();
    await assignee.press('ArrowDown');
    expect(await panel(second).getByText('Assigned to').count()).toBe(1);
    await page.keyboard.type('unas');
    await page.keyboard.press('Enter');
    await waitForStatus(`${second}: assigned to nobody`);
    expect(await isIn('[role=combobox]')).toBe(true);
    await expect.poll(() => assignee.inputValue()).toBe('Unassigned');
  });
});
