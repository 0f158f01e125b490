import { afterAll, expect, test } from 'vitest';
import { fill } from '../drive/support/several-sites.js';
import { DocumentSite } from '../support/document-site/index.js';
import { browserTests, describeInBrowser } from './support.js';

const site = await DocumentSite.start();
afterAll(() => site.close());

describeInBrowser('the followed sites', () => {
  const tests = browserTests({ RAMPART_AUTH_ALERTS: 'token', ...site.environment });

  test('are added, edited, paused and removed on the page, with their state', async () => {
    fill(site.addLibrary('/sites/finance').content, 'finance');
    const page = await tests.open('/#/drive');
    const panel = page.getByRole('region', { name: 'Sign in' });
    await panel.getByLabel('Operator token').fill(tests.server.token);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    const sites = page.getByRole('region', { name: 'Followed sites' });
    const dialog = page.getByRole('dialog');
    await sites.getByRole('row', { name: /sites\/security.*Not connected/ }).waitFor();
    await sites.getByRole('button', { name: 'Add site' }).click();
    await dialog.getByLabel('Address').fill('https://contoso.example/sites/none');
    await dialog.getByRole('button', { name: 'Add site' }).click();
    await dialog.getByRole('alert').getByText(/404/).waitFor();
    await dialog.getByLabel('Address').fill('https://contoso.example/sites/finance');
    await dialog.getByLabel('Excluded folders').fill('/folder');
    await dialog.getByRole('button', { name: 'Add site' }).click();
    const row = sites.getByRole('row', { name: /sites\/finance/ });
    await row.getByText('not /folder', { exact: true }).waitFor();
    await row.getByText('Connected').waitFor();
    await row.getByRole('button', { name: /^Edit/ }).click();
    await dialog.getByLabel('Maximum size in bytes').fill('5000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('not /folder, up to 5,000 bytes').waitFor();
    await row.getByRole('button', { name: /^Pause/ }).click();
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Paused').waitFor();
    expect((await tests.server.run(['drive', 'sites', 'list'], '')).output).toMatch(/sites\/finance +default +paused/);
    await row.getByRole('button', { name: /^Remove/ }).click();
    await dialog.getByLabel('Keep the local copy of all files').uncheck();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await sites.getByRole('row').count()).toBe(2);
  });
});
