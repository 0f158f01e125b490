import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserTests, describeInBrowser } from './support.js';

interface RemovedRows {
  readonly path: string;
  readonly action: string;
  /** The heading of the list, which remains when all rows are removed. */
  readonly heading: string;
  /** Creates three rows, and returns their names. */
  create(): Promise<readonly string[]>;
}

describeInBrowser('with the keyboard', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token' });
  const open = (path: string) => tests.open(path, { token: tests.server.token });

  async function createClients(): Promise<readonly string[]> {
    const add = 'mutation ($name: String!) { addMirrorClient(input: { name: $name }) { client { id } } }';
    const names = ['reader', 'writer', 'backup'];
    for (const name of names) await tests.server.query(add, { name });
    return names;
  }

  async function createRules(): Promise<readonly string[]> {
    const create = `mutation ($name: String!) { createNotificationRule(input: {
      name: $name, kinds: [DRIVE_SYNCED], target: MAIL, address: "soc@mail.example" }) { rule { id } } }`;
    const names = ['first', 'second', 'third'];
    for (const name of names) await tests.server.query(create, { name });
    return names;
  }

  async function createHits(): Promise<readonly string[]> {
    await tests.server.query('mutation { addBrand(input: { name: "fabrikam" }) { brand { id } } }');
    const names = ['fabrikm', 'fabrkam', 'abrikam'];
    const zone = `$ORIGIN shop.\n@ 1 IN SOA ns. hostmaster. 1 1 1 1 1\n${names.map((name) => `${name} 1 IN NS ns.\n`).join('')}`;
    expect(await tests.server.run(['zones', 'import', 'shop', '-'], zone)).toMatchObject({ code: 0 });
    const hitsQuery = '{ brandHits { totalCount } }';
    type Found = { brandHits: { totalCount: number } };
    await expect.poll(async () => (await tests.server.query<Found>(hitsQuery)).brandHits.totalCount).toBe(names.length);
    return names.map((name) => `${name}.shop`);
  }

  const lists: Readonly<Record<string, RemovedRows>> = {
    'mirror clients': {
      ...{ path: '/#/administration/clients', action: 'Remove', heading: 'Mirror clients' },
      create: createClients,
    },
    'notification rules': {
      ...{ path: '/#/administration/notifications', action: 'Delete', heading: 'Notifications' },
      create: createRules,
    },
    'open look-alikes': {
      ...{ path: '/#/brands?status=OPEN', action: 'Confirm', heading: 'Look-alikes' },
      create: createHits,
    },
  };

  test.each(Object.entries(lists))(
    'the focus moves from a removed row of %s to the next one, the previous one or the heading',
    async (_, list) => {
      const names = await list.create();
      const page = await open(list.path);
      const buttons = page.getByRole('button', { name: new RegExp(`^${list.action}: (${names.join('|')})$`) });
      await expect.poll(() => buttons.count()).toBe(names.length);
      const labels = await Promise.all((await buttons.all()).map((button) => button.getAttribute('aria-label')));
      const [first = '', second = '', third = ''] = labels.map((label) => label?.split(': ')[1] ?? '');
      const remove = async (name: string) => {
        await page.getByRole('button', { name: `${list.action}: ${name}`, exact: true }).press('Enter');
        await page.getByRole('dialog').getByRole('button', { name: list.action, exact: true }).press('Enter');
        await page.getByRole('button', { name: `${list.action}: ${name}`, exact: true }).waitFor({ state: 'detached' });
      };
      const focused = () => page.evaluate<string>('document.activeElement.closest("tr, h1, h2")?.innerText');
      await remove(second);
      await expect.poll(focused).toContain(third);
      // Tab continues in the row.
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.closest("tr").innerText')).toContain(third);
      await remove(third);
      await expect.poll(focused).toContain(first);
      await remove(first);
      await expect.poll(focused).toBe(list.heading);
    },
  );

  test('the focus remains on the control of a row that is moved', async () => {
    for (const name of ['ada', 'bea']) await tests.server.createToken({ name, role: 'viewer' });
    const page = await open('/#/administration/tokens');
    const control = page.getByRole('button', { name: 'Revoke: ada' });
    await control.focus();
    await page.evaluate('{ const row = document.activeElement.closest("tr"); row.parentElement.append(row); }');
    await control.and(page.locator(':focus')).waitFor();
  });

  const optionCount = 12;

  async function createPeople(): Promise<void> {
    for (let index = 0; index < optionCount; index++) {
      await tests.server.createToken({ name: `person ${index}`, role: 'analyst', tenantId: 'acme' });
    }
  }

  async function openIncidents(): Promise<void> {
    const [, ...others] = await listAlertIds();
    const openIncident = 'mutation ($input: OpenIncidentInput!) { openIncident(input: $input) { incident { id } } }';
    for (const [index, id] of others.slice(0, optionCount).entries()) {
      await tests.server.query(openIncident, { input: { title: `Incident ${index}`, alertIds: [id] } });
    }
  }

  async function listAlertIds(): Promise<readonly string[]> {
    const query = '{ alerts(filter: { tenantId: "acme" }) { nodes { id } } }';
    const { alerts } = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(query);
    return alerts.nodes.map(({ id }) => id);
  }

  test.each([
    ['people', 'Assignee', createPeople],
    ['incidents', 'Add to incident', openIncidents],
  ])('the selected option of a long list of %s is visible', async (_, label, create) => {
    await create();
    const [first] = await listAlertIds();
    const page = await open(`/#/alerts?tenant=acme&alert=${first}`);
    const detail = page.locator('aside.detail');
    const field = detail.getByRole('combobox', { name: label });
    const list = detail.getByRole('listbox');
    await field.press('ArrowDown');
    await expect.poll(() => list.getByRole('option').count()).toBeGreaterThan(optionCount);
    const options = list.getByRole('option');
    const last = (await options.count()) - 1;
    const positions = new Set<number>();
    const down = Array.from({ length: last }, (_, index) => ['ArrowDown', index + 1] as const);
    for (const [key, index] of [...down, ['ArrowDown', 0], ['ArrowUp', last], ['ArrowUp', last - 1]] as const) {
      await page.keyboard.press(key);
      await options.nth(index).and(page.locator('[aria-selected=true]')).waitFor();
      await expect.poll(() => isWithin(options.nth(index), list), { message: `option ${index}` }).toBe(true);
      positions.add((await options.first().boundingBox())?.y ?? 0);
    }
    // The list has moved: it is longer than its box.
    expect(positions.size).toBeGreaterThan(2);
  });
});

/** Whether all of an element is in the box of another one. */
async function isWithin(element: Locator, frame: Locator): Promise<boolean> {
  const [elementBox, frameBox] = await Promise.all([element.boundingBox(), frame.boundingBox()]);
  if (elementBox === null || frameBox === null) return false;
  return elementBox.y >= frameBox.y && elementBox.y + elementBox.height <= frameBox.y + frameBox.height;
}
