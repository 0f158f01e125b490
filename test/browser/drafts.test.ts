import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/running-server.js';
import { violationsOf } from './accessibility.js';
import { browserTests, describeInBrowser } from './support.js';

const folder = temporaryFolder();
afterAll(folder.remove);
const served = join(folder.path, 'served');
mkdirSync(served);
writeFileSync(join(served, 'memo.txt'), 'Nothing unusual.');

interface DraftForm {
  /** The path of the page, or a function that prepares the page and returns its path. */
  readonly path: string | (() => Promise<string>);
  /** The button that opens a new object with this form. */
  readonly creates?: string;
  /** The button that opens the form, if it is not shown and creates nothing. */
  readonly opener?: string;
  /** Default: the form of `creates`, or a dialog. */
  readonly form?: string;
  /** Values to type, by label of the field. */
  readonly typed: Readonly<Record<string, string>>;
  /** Secrets to type, which must not be stored, by label of the field. */
  readonly secret?: Readonly<Record<string, string>>;
  /** Values to type before the draft is sent or discarded, by label of the field. */
  readonly rest?: Readonly<Record<string, string>>;
  /** The buttons that send or discard the draft. */
  readonly end: readonly string[];
}

describeInBrowser('a draft', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token', RAMPART_DRIVE_FOLDER: served });

  async function readAlertId(index: number): Promise<string> {
    const query = '{ alerts(filter: { tenantId: "acme" }) { nodes { id } } }';
    const { alerts } = await tests.server.query<{ alerts: { nodes: { id: string }[] } }>(query);
    return alerts.nodes[index]?.id ?? '';
  }

  let incidents = 1;
  async function createIncidentPath(): Promise<string> {
    const open = 'mutation ($input: OpenIncidentInput!) { openIncident(input: $input) { incident { id } } }';
    const input = { title: 'Phishing', alertIds: [await readAlertId(incidents++)] };
    const { openIncident } = await tests.server.query<{ openIncident: { incident: { id: string } } }>(open, { input });
    return `/#/incident?id=${openIncident.incident.id}`;
  }

  async function prepareEvidencePath(): Promise<string> {
    expect(await tests.server.run(['drive', 'sync'], '')).toMatchObject({ code: 0 });
    return `/#/alerts?tenant=acme&alert=${await readAlertId(0)}`;
  }

  async function createRulePath(): Promise<string> {
    const create = `mutation { createNotificationRule(input: {
      name: "soc", kinds: [DRIVE_SYNCED], target: SLACK, address: "https://hooks.slack.com/services/first" }) { rule { id } } }`;
    await tests.server.query(create);
    return '/#/administration/notifications';
  }

  const forms: Readonly<Record<string, DraftForm>> = {
    'an incident': {
      ...{ path: createIncidentPath, form: '.incident-forms form' },
      ...{ typed: { Title: 'Phishing of the board', Status: 'RESOLVED' }, end: ['Save'] },
    },
    evidence: {
      ...{ path: prepareEvidencePath, opener: 'Link a file' },
      ...{ typed: { 'Name contains': 'memo', Notes: 'as told on the phone' }, end: ['Link'] },
    },
    'a new notification rule': {
      ...{ path: '/#/administration/notifications', creates: 'New rule', end: ['Create rule'] },
      ...{
        typed: { Name: 'to the soc', 'Maximum messages per period': '7' },
        secret: { URL: 'https://receiver.invalid/key' },
      },
    },
    'a notification rule': {
      ...{ path: createRulePath, opener: 'Edit: soc', typed: { Name: 'the soc' }, end: ['Cancel'] },
      secret: { 'URL of the incoming webhook': 'https://hooks.slack.com/services/second' },
    },
    'a suppression rule': {
      ...{ path: '/#/suppressions', creates: 'New rule', typed: { Tenant: 'acme', Reason: 'the backup job' } },
      ...{ rest: { Endpoint: 'backup.example' }, end: ['Preview', 'Suppress alerts'] },
    },
    'a bulk lookup': {
      ...{ path: '/#/registrations', form: 'form[aria-label="New bulk lookup"]', end: ['Look up'] },
      typed: { 'Domain names (label.tld), one per line': 'not a name\nno name either' },
    },
    'a brand': {
      ...{ path: '/#/brands', creates: 'New brand', end: ['Add brand'] },
      typed: { Brand: 'northwind', 'Allowed names': 'northwind.com, northwind.net' },
    },
    'a token': {
      ...{ path: '/#/administration/tokens', creates: 'New token', end: ['Create token'] },
      typed: { Name: 'rita', Role: 'VIEWER', Tenants: 'acme, globex' },
    },
    'a mirror client': {
      ...{ path: '/#/administration/clients', creates: 'New mirror client', end: ['Add client'] },
      typed: { Name: 'sharepoint-reader' },
    },
    'the blacklist': {
      ...{ path: '/#/controllers', opener: 'Edit the blacklist', form: '.document-form' },
      ...{ typed: { Text: '10.1.0.0/16\n' }, end: ['Preview', 'Save and activate'] },
    },
    'the departments': {
      ...{ path: '/#/controllers', opener: 'Edit the departments', form: '.document-form' },
      ...{ typed: { Text: '[]' }, end: ['Discard changes'] },
    },
    'the license': {
      ...{ path: '/#/controllers', opener: 'Edit the license', form: '.document-form' },
      ...{ typed: {}, secret: { Text: 'signed' }, end: ['Discard changes'] },
    },
  };

  async function openPath(path: DraftForm['path']): Promise<Page> {
    return await tests.open(typeof path === 'string' ? path : await path(), { token: tests.server.token });
  }

  test.each(Object.entries(forms))('of %s is kept until it is sent or discarded, without secrets', async (_, draft) => {
    const { path, creates, opener, typed, secret = {}, rest = {}, end } = draft;
    const page = await openPath(path);
    const form = page.locator(draft.form ?? (creates === undefined ? 'dialog[open]' : `form[aria-label="${creates}"]`));
    const drafts = () => page.evaluate<string[]>(storedDrafts);
    const open = async () => {
      if (opener !== undefined) await page.getByRole('button', { name: opener }).press('Enter');
      await form.waitFor();
    };
    if (creates !== undefined) await page.locator('summary', { hasText: creates }).press('Enter');
    await open();
    const labels = Object.keys({ ...typed, ...secret });
    const initial = await valuesOf(form, labels);
    await enter(form, { ...secret, ...typed });
    await page.keyboard.press('Escape');
    await page.reload();
    await open();
    await expect.poll(() => valuesOf(form, labels)).toEqual({ ...initial, ...typed });
    expect(await drafts()).toHaveLength(Object.keys(typed).length > 0 ? 1 : 0);

    const stored = await page.evaluate<string>('JSON.stringify(sessionStorage)');
    for (const value of Object.values(secret)) expect(stored).not.toContain(value);
    await enter(form, { ...secret, ...rest });
    for (const name of end) {
      const button = form.getByRole('button', { name });
      // It is disabled while the form loads its choices.
      await expect.poll(() => button.isEnabled()).toBe(true);
      await button.press('Enter');
    }
    await expect.poll(drafts).toEqual([]);
  });

  test('of an incident conflicts with what another person has saved since the draft was started', async () => {
    const page = await openPath(createIncidentPath);
    const form = page.locator('.incident-forms form');
    await enter(form, { Title: 'Mine' });
    const id = new URLSearchParams(page.url().split('?')[1]).get('id');
    const update = 'mutation ($input: UpdateIncidentInput!) { updateIncident(input: $input) { incident { id } } }';
    await tests.server.query(update, { input: { id, title: 'Theirs' } });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
    expect(await valuesOf(form, ['Title'])).toEqual({ Title: 'Mine' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').getByText('title “Theirs”').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    await expect.poll(() => page.evaluate(storedDrafts)).toEqual([]);
  });

  test('of an incident does not conflict with an assignment by the same person', async () => {
    const page = await openPath(createIncidentPath);
    const form = page.locator('.incident-forms form');
    await enter(form, { Title: 'Assigned' });
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText(/^acme · admin/).waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Assigned' }).waitFor();
  });

  test('of evidence reports a failed search as such', async () => {
    const page = await openPath(async () => `/#/alerts?tenant=acme&alert=${await readAlertId(0)}`);
    await page.route('**/graphql', async (route) => {
      const isSearch = route.request().postDataJSON().operationName === 'EvidenceChoices';
      await (isSearch ? route.abort() : route.continue());
    });
    await page.getByRole('button', { name: 'Link a file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The search failed: No response from the server').waitFor();
    expect(await dialog.getByText('whether the change was saved').count()).toBe(0);
  });

  test('contains what is typed while the server saves the earlier text', async () => {
    const page = await openPath(async () => `/#/alerts?tenant=acme&alert=${await readAlertId(0)}`);
    const saveSlowly = async (field: Locator, typed: string, send: string) => {
      await field.fill(typed);
      const isReleased = Promise.withResolvers<void>();
      const isSending = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('mutation')) {
          isSending.resolve();
          await isReleased.promise;
        }
        await route.continue();
      });
      await page.getByRole('button', { name: send, exact: true }).click();
      await isSending.promise;
      await field.press('End');
      await page.keyboard.type(' later');
      const isSaved = page.waitForResponse((response) => response.request().postData()?.includes('mutation') ?? false);
      isReleased.resolve();
      await isSaved;
      await page.unroute('**/graphql');
    };
    const comment = page.getByLabel('New comment');
    await saveSlowly(comment, 'first', 'Add comment');
    await expect.poll(() => comment.inputValue()).toBe('later');
    const notes = page.locator('.triage textarea');
    await saveSlowly(notes, 'benign', 'Save');
    await page.getByText('Saved. Status').waitFor();
    await page.reload();
    await expect.poll(() => notes.inputValue()).toBe('benign later');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. Status').waitFor();
    await page.goto(`${tests.server.url}${await createIncidentPath()}`);
    const title = page.locator('.incident-forms').getByLabel('Title');
    await saveSlowly(title, 'Phishing of the board', 'Save');
    await page.getByRole('heading', { level: 1, name: 'Phishing of the board', exact: true }).waitFor();
    expect(await title.inputValue()).toBe('Phishing of the board later');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Phishing of the board later' }).waitFor();
  });

  test('of a document is shown next to the text that another person has saved since, and replaces that text or is discarded', async () => {
    const readDocument = async () => {
      const query = '{ licenseDocument(kind: BLACKLIST) { text version digest } }';
      type Document = { text: string | null; version: number; digest: string };
      return (await tests.server.query<{ licenseDocument: Document }>(query)).licenseDocument;
    };
    const replace = async (content: string) => {
      const { version, digest } = await readDocument();
      const change = `mutation ($input: ReplaceLicenseDocumentInput!) {
        replaceLicenseDocument(input: $input) { document { version } } }`;
      await tests.server.query(change, { input: { kind: 'BLACKLIST', text: content, version, digest } });
    };
    const page = await openPath('/#/controllers');
    const form = page.locator('.document-form');
    const mine = form.getByLabel('Text', { exact: true });
    const theirs = form.getByLabel('Their text');
    const press = (name: string) => form.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Edit the blacklist' }).click();
    await mine.fill('10.2.0.0/16');
    await replace('10.3.0.0/16');
    // The page receives the event of the change, at the latest saving reports it.
    const conflict = form.getByText(/changed the document after you began to edit it/);
    const submit = form.getByRole('button', { name: /^(Preview|Save and activate)$/ });
    const isShown = async () => {
      if (await submit.isEnabled()) await submit.click({ timeout: 1000 }).catch(() => {});
      return await conflict.isVisible();
    };
    await expect.poll(isShown).toBe(true);
    expect([await mine.inputValue(), await theirs.inputValue()]).toEqual(['10.2.0.0/16', '10.3.0.0/16']);
    await press('Keep my text');
    await press('Preview');
    await press('Save and activate');
    await form.getByText('Saved.').waitFor();
    expect((await readDocument()).text).toBe('10.2.0.0/16');

    await mine.fill('10.4.0.0/16');
    await replace('10.5.0.0/16');
    await page.reload();
    await page.getByRole('button', { name: 'Edit the blacklist' }).click();
    await expect.poll(() => theirs.inputValue()).toBe('10.5.0.0/16');
    expect(await mine.inputValue()).toBe('10.4.0.0/16');
    expect(await violationsOf(page)).toEqual([]);
    await press('Use their text');
    await theirs.waitFor({ state: 'detached' });
    expect(await mine.inputValue()).toBe('10.5.0.0/16');
    await expect.poll(() => page.evaluate(storedDrafts)).toEqual([]);
  });
});

const storedDrafts = 'Object.keys(sessionStorage).filter((key) => key.startsWith("rampart.draft."))';

/** The values of fields by label. */
async function valuesOf(form: Locator, labels: readonly string[]): Promise<Record<string, string>> {
  const values = labels.map(async (label) => [label, await form.getByLabel(label).inputValue()] as const);
  return Object.fromEntries(await Promise.all(values));
}

async function enter(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = form.getByLabel(label);
    const isSelect = (await field.and(form.page().locator('select')).count()) > 0;
    await (isSelect ? field.selectOption(value) : field.fill(value));
  }
}
