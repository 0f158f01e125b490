import { statSync } from 'node:fs';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { addOffice, encryptFile } from '../drive/support/office.js';
import { fill } from '../drive/support/several-sites.js';
import { DocumentSite } from '../support/document-site/index.js';
import { freePort } from '../support/free-port.js';
import { violationsOf } from './accessibility.js';
import { runInDatabase } from './run-in-database.js';
import { browserTests, describeInBrowser } from './support.js';

const storedDrafts = 'Object.keys(sessionStorage).filter((key) => key.startsWith("rampart.draft."))';

const site = await DocumentSite.start();
afterAll(() => site.close());
const port = await freePort();
const notificationUrl = `http://127.0.0.1:${port}/drive/notifications`;

describeInBrowser('the followed sites', () => {
  const tests = browserTests({
    ...{ RAMPART_AUTH_ALERTS: 'token', ...site.environment },
    ...{ RAMPART_SERVER_PORT: String(port), RAMPART_DRIVE_NOTIFICATION_URL: notificationUrl },
  });

  const runDrive = async (command: string) =>
    expect(await tests.server.run(['drive', command], '')).toMatchObject({ code: 0, errors: '' });

  /** Moves all changes so far one day back. */
  const backdateChanges = () => runInDatabase(tests.server, (sql) => sql`update drive.change set at = at - 86400`);

  /** The number of excluded files of each site. */
  async function countExcludedFiles(): Promise<number[]> {
    const query = '{ driveFollowedSites { nodes { status { counts { excludedFiles } } } } }';
    type Site = { status: { counts: { excludedFiles: number } } };
    const { driveFollowedSites } = await tests.server.query<{ driveFollowedSites: { nodes: Site[] } }>(query);
    return driveFollowedSites.nodes.map(({ status }) => status.counts.excludedFiles);
  }

  test('are added, edited, paused and removed on the page, with their state', async () => {
    fill(site.addLibrary('/sites/finance').content, 'finance');
    const page = await tests.open('/#/drive', { token: tests.server.token });
    const sites = page.getByRole('region', { name: 'Followed sites' });
    const dialog = page.getByRole('dialog');
    await sites.getByRole('row', { name: /sites\/security.*Not connected/ }).waitFor();
    await sites.getByRole('button', { name: 'Add site' }).click();
    await dialog.getByLabel('Address').fill('https://contoso.example/sites/none');
    await dialog.getByRole('button', { name: 'Add site' }).click();
    await dialog.getByRole('alert').getByText(/404/).waitFor();
    await dialog.getByLabel('Address').fill('https://contoso.example/sites/finance');
    await dialog.getByLabel('Excluded folders').fill('/folder');
    await dialog.getByLabel('Credentials file').fill('never stored');
    await page.keyboard.press('Escape');
    await page.reload();
    await sites.getByRole('button', { name: 'Add site' }).click();
    expect(await dialog.getByLabel('Excluded folders').inputValue()).toBe('/folder');
    expect(await dialog.getByLabel('Credentials file').inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Add site' }).click();
    const row = sites.getByRole('row', { name: /sites\/finance/ });
    await row.getByText('not /folder', { exact: true }).waitFor();
    await row.getByText('Connected', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(storedDrafts)).toEqual([]);
    await expect.poll(countExcludedFiles).toContain(10);
    await row.getByRole('link', { name: '10 excluded files' }).click();
    await page.getByText('10 files and folders found', { exact: true }).waitFor();
    await page.getByRole('row', { name: /^finance-0\.txt .*Excluded by the site filter/ }).waitFor();
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

  test('are searched, with a notice if more than 10,000 files contain the words', async () => {
    // The files have the same content.
    await runInDatabase(
      tests.server,
      (sql) => sql`with site as (
        insert into drive.site (id, hostname, path, name, web_url, created_at) values ('many', 'many.example', '/', 'Many', '', 1)
      ), content as (
        insert into drive.content (sha256, size, quick_xor_hash, stored_at, text_version) values ('many', 9, '', 1, 1)
      ), content_text as (
        insert into drive.content_text (sha256, state, attempts, format, text, words)
        values ('many', 'extracted', 1, 'text', 'harbour office', to_tsvector('simple', 'harbour office'))
      )
      insert into drive.item (site_id, id, name, is_root, is_folder, size, modified_at, change, content_state, content_sha256)
      select 'many', n::text, n || case n when 1 then '.pdf' else '.txt' end, false, false, 9, n, n, 'stored', 'many'
      from generate_series(1, 10001) n`,
    );
    const page = await tests.open('/#/drive/search?query=harbour', { token: tests.server.token });
    const notice = page.getByText('The text of more than 10,000 files matches.');
    await notice.waitFor();
    await page.getByLabel('Extension').fill('pdf');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('row', { name: /1\.pdf/ }).waitFor();
    await notice.waitFor({ state: 'detached' });
    await page.getByLabel('Modified from (UTC)').fill('1970-01-01');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => page.url()).toContain('from=1970-01-01');
    await page.getByRole('row', { name: /1\.pdf/ }).waitFor();
    await page.getByLabel('Modified from (UTC)').fill('1970-01-02');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'No files found' }).waitFor();
  });

  test('show changes, syncs with results, failed files, files with malware and the subscription', async () => {
    const { content, faults } = site;
    const names = ['report.txt', 'old.txt', 'broken.txt', 'infected.txt'];
    const [report = '', old = '', broken = '', infected = ''] = names.map((name) => content.addFile(name, name));
    content.infect(infected, 'Trojan');
    faults.respond({ on: 'download', times: 1000, status: 403, where: broken });
    onTestFinished(() => {
      faults.clear();
      for (const id of [report, broken, infected]) content.remove(id);
    });
    await runDrive('connect');
    const listFinishedRuns = async () => {
      const query = '{ driveSites { syncRuns(first: 9) { nodes { outcome created changed deleted } } } }';
      type Run = { outcome: string; created: number; changed: number; deleted: number };
      const { driveSites } = await tests.server.query<{ driveSites: { syncRuns: { nodes: Run[] } }[] }>(query);
      return driveSites.flatMap(({ syncRuns }) => syncRuns.nodes).filter(({ outcome }) => outcome === 'DONE');
    };
    const expectRun = (run: object) => expect.poll(listFinishedRuns).toContainEqual(expect.objectContaining(run));
    await expectRun({ created: 5 });
    // As after several attempts.
    await runInDatabase(
      tests.server,
      (sql) => sql`update drive.item set content_state = 'failed' where name = 'broken.txt'`,
    );
    content.rename(report, 'final.txt');
    content.remove(old);
    expect(await site.notify({ clientState: 'forged' })).toEqual([202]);
    expect(await site.notify()).toEqual([202]);
    await expectRun({ changed: 1, deleted: 1 });
    const page = await tests.open('/#/drive', { token: tests.server.token });
    const rowsBelow = (heading: string) =>
      page
        .getByRole('heading', { name: heading })
        .locator('xpath=following-sibling::div[contains(@class, "table-frame")][1]')
        .locator('tbody tr');
    const expectRows = (heading: string, ...rows: RegExp[]) =>
      expect
        .poll(async () => (await rowsBelow(heading).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')))
        .toEqual(rows.map((row) => expect.stringMatching(row)));
    for (const row of [
      /Done Notification 0 1 1 0 [01]$/,
      /Done Request 5 0 0 2 1$/,
      /Deleted old\.txt \/old\.txt/,
      /Renamed final\.txt was report\.txt \/final\.txt Stored$/,
      /Content stored old\.txt/,
      /Created infected\.txt .*The site reports malware: Trojan$/,
      /Created broken\.txt .* Download: the document site returned 403/,
    ]) {
      await page.getByRole('row', { name: row }).waitFor();
    }
    const subscription = page.getByRole('region', { name: 'Subscription' });
    const facts = (await subscription.locator('.description-item').allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' '),
    );
    expect(facts).toEqual(
      [
        /^Health Active$/,
        /^Resource .*\/drive\/root$/,
        new RegExp(`^Notifications to ${notificationUrl}$`),
        /^Expires \(UTC\) \w+ \d+, 20\d\d, /,
        /^Last notification \(UTC\) .* \(now\)$/,
        /^Received 1 accepted, 1 ignored$/,
      ].map((fact) => expect.stringMatching(fact)),
    );
    // A file with malware is not a failed download.
    await page.getByRole('link', { name: '1 failed' }).click();
    await page.getByText('1 file or folder found', { exact: true }).waitFor();
    await expectRows('Files', /^broken\.txt .* Failed Download: the document site returned 403/);
    await page.getByRole('link', { name: '1 with malware' }).click();
    await expectRows('Files', /^infected\.txt .* Failed Trojan/);
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${tests.server.url}/#/overview`);
    const services = page.getByRole('list', { name: 'Services' });
    await services.getByRole('link', { name: '1 Failed downloads' }).click();
    await page.getByText('1 file or folder found', { exact: true }).waitFor();
    await expectRows('Files', /^broken\.txt /);
  });

  test('are a problem on the start page only as long as they have one', async () => {
    await runDrive('connect');
    await runDrive('sync');
    await runInDatabase(
      tests.server,
      (sql) => sql`update drive.connection set last_error = 'Too many requests', last_error_at = 1`,
    );
    expect(await tests.server.query('{ driveStatus { lastError reason } }')).toEqual({
      driveStatus: { lastError: 'Too many requests', reason: null },
    });
    const page = await tests.open('/#/overview', { token: tests.server.token });
    const tile = page.getByRole('link', { name: /^Connected ?Drive, synchronized/ });
    await tile.waitFor();
    expect(await tile.getAttribute('class')).toBe('tile');
  });

  test('show a mass encryption, the decision about it, and the files before it', async () => {
    const files = addOffice(site.content, { folders: 2, filesEach: 20 }).flatMap((folder) => folder.files);
    await runDrive('connect');
    await runDrive('sync');
    await backdateChanges();
    for (const id of files) encryptFile(site.content, id);
    await runDrive('sync');
    const page = await tests.open('/#/drive', { token: tests.server.token });
    await page.getByRole('status').getByRole('link', { name: '1 open mass change' }).click();
    await page.getByRole('link', { name: 'Encryption 1' }).click();
    await page.getByText('40 files in 2 folders').waitFor();
    await page.getByRole('row', { name: /^Encrypted .*notes-0.txt.locked was notes-0.txt/ }).waitFor();
    await page.getByRole('button', { name: 'Create archive' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Download .*\.zip$/ }).click(),
    ]);
    expect(statSync(await download.path()).size).toBeGreaterThan(10_000);
    const notes = page.getByRole('dialog').getByLabel('Notes');
    await page.getByRole('button', { name: 'Confirm: Encryption 1' }).click();
    await notes.fill('ransom note found');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Dismiss: Encryption 1' }).click();
    expect(await notes.inputValue()).toBe('ransom note found');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Confirm: Encryption 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(/^Confirmed by /).waitFor();
    await page.getByText('ransom note found').waitFor();
    await expect.poll(() => page.evaluate(storedDrafts)).toEqual([]);
    await page.getByRole('button', { name: 'Resolve: Encryption 1' }).click();
    await notes.fill('restored');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Resolve: Encryption 1' }).click();
    expect(await notes.inputValue()).toBe('ransom note found');
    const { output } = await tests.server.run(['drive', 'guard', 'list'], '');
    expect(output).toMatch(/^1 +confirmed +encryption /m);
  });
});
