import { expect, onTestFinished, test } from 'vitest';
import { fill } from '../drive/support/several-sites.js';
import { DocumentSite } from '../support/document-site/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { runHere } from './support/run-here.js';

const finance = 'contoso.example/sites/finance';

async function startSite(): Promise<{ site: DocumentSite; run(args: string): ReturnType<typeof runHere> }> {
  const site = await DocumentSite.start();
  const folder = temporaryFolder();
  onTestFinished(async () => {
    await site.close();
    folder.remove();
  });
  const { url } = await openDatabaseForTest();
  const environment = { ...site.environment, DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path };
  return { site, run: (args) => runHere(['drive', ...args.split(' ')], { environment }) };
}

test('a site is added, shown, synchronized, changed, paused, resumed and removed from the command line', async () => {
  const { site, run } = await startSite();
  const listeners = process.listenerCount('SIGINT');
  fill(site.addLibrary('/sites/finance').content, 'finance');
  async function runJson(args: string): Promise<unknown> {
    const { code, output, errors } = await run(`${args} --json`);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return JSON.parse(output);
  }
  const filter = { folders: [], excludedFolders: ['/folder'], names: [], excludedNames: [], maxBytes: null };
  expect(await runJson(`sites add https://${finance} --poll-seconds 900 --exclude-folder /folder`)).toMatchObject({
    ...{ hostname: 'contoso.example', path: '/sites/finance', library: null, of_settings: false },
    ...{ state: 'connected', circuit: 'closed', poll_seconds: 900, filter },
  });
  expect(await runJson(`sites sync ${finance}`)).toMatchObject({ outcome: 'done', downloads: 1 });
  expect(await runJson(`sites show ${finance}`)).toMatchObject({ files: 11, stored_files: 1, excluded_files: 10 });
  expect(await runJson(`sites update ${finance} --no-filter`)).toMatchObject({ filter: null, poll_seconds: 900 });
  expect(await runJson(`sites pause ${finance}`)).toMatchObject({ state: 'paused' });
  expect(await run(`sites sync ${finance}`)).toMatchObject({ code: 1, errors: expect.stringContaining('is paused') });
  expect(await runJson(`sites resume ${finance}`)).toMatchObject({ state: 'connected' });
  expect(await runJson(`sites sync ${finance}`)).toMatchObject({ outcome: 'done', downloads: 10 });
  const listing = (await run('sites list')).output;
  expect(listing).toMatch(/^SITE +LIBRARY +STATE/);
  expect(listing).toMatch(/contoso\.example\/sites\/security +default +not connected/);
  expect(listing).toMatch(/contoso\.example\/sites\/finance +default +connected +closed +11 +0/);
  expect((await run('status')).output).toContain(finance);
  expect(await runJson('status')).toMatchObject({ connected: false, other_sites: [{ path: '/sites/finance' }] });
  expect(await runJson(`sites remove ${finance} --keep-files`)).toMatchObject({ kept_files: true, deleted_items: 0 });
  expect(await runJson('sites list')).toMatchObject([{ of_settings: true }]);
  expect(process.listenerCount('SIGINT')).toBe(listeners);
});

test.each([
  ['sites add finance', /^rampart: finance is not the address of a site: specify one such as contoso/],
  [`sites show ${finance}`, /^rampart: .*finance is not followed/],
  [`sites add ${finance} --poll-seconds 5`, /an integer from 60 to 86400/],
  [`sites remove contoso.example/sites/security`, /--keep-files or --delete-files/],
])('rampart drive fails with one line that says what to do: %s', async (args, message) => {
  const { run } = await startSite();
  const { code, output, errors } = await run(args);
  expect(errors).toMatch(message);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect({ failed: code !== 0, output }).toEqual({ failed: true, output: '' });
});
